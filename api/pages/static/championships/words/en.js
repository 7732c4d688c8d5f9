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
  feed: "Results (Atom)",
  fixtures: "Fixtures",
  corrections: "Corrections",
  sanctions: "Sanctions",
  reason: (why) => `Reason: ${why}`,
  changed: (before, after) => `${before} → ${after}`,
  kinds: { result_corrected: "Result corrected", walkover_given: "Walkover", entrant_withdrawn: "Withdrawal", entrant_substituted: "Substitution", tie_ruled: "Tie ruled on", match_finished: "Record changed", match_reopened: "Match reopened", name_corrected: "Name corrected", player_merged: "Entries joined", merge_undone: "Entries separated" },
  moved: (name, from, to) => `${name}: from place ${from} to ${to}`,
  yellow: "Yellow",
  black: "Black",
  watch: "Watch the table",
  replay: "See the plays",
  absent: (names) => `Did not come: ${names}`,
  rests: (name) => `${name} rests`,
  nobody: "No contest has been drawn yet.",
  waits: (names) => `A tie for the organizers to rule on: ${names}`,
  when: (time) => time.toLocaleString("en", { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" }),
};
