/** What is read on the page of a championship, in English. */

/** @type {typeof import("./es.js").words} */
export const words = {
  board: "Board",
  print: "Print",
  home: "Front page",
  standingsCsv: "Standings (CSV)",
  fixturesCsv: "Fixtures (CSV)",
  generalCsv: "General table (CSV)",
  calendar: "Calendar",
  feed: "Results for news readers",
  fixtures: "Fixtures",
  corrections: "Corrections",
  sanctions: "Sanctions",
  reason: (why) => `Reason: ${why}`,
  changed: (before, after) => `${before} → ${after}`,
  moved: (name, from, to) => `${name}: from place ${from} to ${to}`,
  yellow: "Yellow",
  black: "Black",
  cost: (n) => (n === -1 ? "−1 point" : `−${-n} points`),
  watch: "Watch the table",
  replay: "See the plays",
  absent: (names) => `Did not come: ${names}`,
  rests: (name) => `${name} rests`,
  nobody: "No contest has been drawn yet.",
  waits: (names) => `A tie for the organizers to rule on: ${names}`,
  when: (time) => time.toLocaleString("en", { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" }),
};
