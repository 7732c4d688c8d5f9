/** What is read on the page of two people, in English. */

import contests from "words/en/contests.json";

/** @type {typeof import("./es.js").words} */
export const words = {
  home: "Front page",
  print: "Print",
  title: "Head to head",
  none: "No match that both of them played has ended yet.",
  opponents: (n) => `As opponents: ${n === 1 ? "1 match" : `${n} matches`}`,
  ahead: (name) => `${name} ahead`,
  level: "Level",
  partners: (n) => `As partners: ${n === 1 ? "1 match" : `${n} matches`}`,
  won: "Won",
  notWon: "Not won",
  matches: contests.matches,
  step: (place, name) => `${place}. ${name}`,
  together: "as partners",
  csv: "All matches (spreadsheet)",
  day: (time) => time.toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" }),
};
