/** What is read on the front page, in English. */

/** @type {typeof import("./es.js").words} */
export const words = {
  title: "Tables and championships",
  about: "Scores and refereeing of card games.",
  languages: "Languages",
  now: "In play now",
  editions: (n) => (n === 0 ? "no championships yet" : (n === 1 ? "1 edition" : `${n} editions`)),
  results: "Latest results",
  watch: "Watch",
  empty: "Nothing is played here yet.",
  begin: "To begin, open the organizer's pages with the key that the service showed when it started, create a championship and enter the players. To try it first with tables already set up, start the demonstration: make demo.",
  quiet: "No table is open now.",
  key: {
    title: "I have a key",
    camera: "If it is a QR code, read it with the phone's camera: it opens the table directly.",
    go: "Enter",
    looking: "Checking what it opens…",
    wrong: "This key opens nothing here. Check that it is complete and that nobody has revoked it.",
    nothing: "This key is good, but no table is open now for the person who has it.",
    which: "Which table?",
  },
  organize: "Organizer",
  start: "Start a championship",
  ratings: "Players' ratings",
  docs: "Documentation for programs",
  offline: "The service does not answer: this page tries again as soon as the network is back.",
};
