/** What is read on the front page, in English. */

/** @type {typeof import("./es.js").words} */
export const words = {
  title: "Tables and championships",
  about: "Scores and refereeing of card games.",
  other: "Español",
  now: "Being played now",
  championships: "Championships",
  results: "Last results",
  contests: (n) => (n === 0 ? "no contest yet" : (n === 1 ? "1 contest" : `${n} contests`)),
  table: (name) => `Table ${name}`,
  watch: "Watch",
  board: "Board",
  empty: "Nothing is played here yet.",
  begin: "To begin, open the organizer's pages with the token that the service showed when it started, create a championship and enter the players. To try it first with tables that are set up, start the demonstration: make demo.",
  quiet: "No table is open now.",
  key: {
    title: "I have a token",
    camera: "If it is a QR code, read it with the phone's camera: it opens the table at once.",
    label: "Token or whole address",
    go: "Enter",
    looking: "Looking what it is for…",
    wrong: "This token opens nothing here. Check that it is whole and that nobody has revoked it.",
    which: "Which table?",
  },
  organize: "Organization",
  docs: "Documentation for programs",
  offline: "The service does not answer: it is asked again as soon as the network is back.",
  opening: "Opening…",
};
