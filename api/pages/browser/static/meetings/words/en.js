/** What is read on the page of two people, in English. */

import contests from "words/en/contests.json";

/** @type {typeof import("./es.js").words} */
export const words = {
  title: "Head to head",
  none: "No match that both of them played has ended yet.",
  opponents: (n) => `As opponents: ${n === 1 ? "1 match" : `${n} matches`}`,
  ahead: (name) => `${name} ahead`,
  level: "Level",
  partners: (n) => `As partners: ${n === 1 ? "1 match" : `${n} matches`}`,
  won: contests.figures.g.long,
  notWon: "Not won",
  matches: contests.matches,
  step: (place, name) => `${place}. ${name}`,
  together: "as partners",
  table: "All matches",
};
