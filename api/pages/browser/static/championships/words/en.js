/** What is read on the page of a championship, in English. */

import contests from "words/en/contests.json";
import matches from "words/en/matches.json";

/** @type {typeof import("./es.js").words} */
export const words = {
  calendar: "Add to a calendar",
  feed: "Follow the results (news reader)",
  fixtures: contests.matches,
  corrections: contests.corrections,
  parts: contests.result_parts,
  unscored: (what) => (what ? `The points of the match stay; what changes: ${what}` : "The points of the match stay"),
  settles: (name, net) => `stakes of ${name}: ${net}`,
  moved: (name, from, to) => `${name}: from place ${from} to ${to}`,
  yellow: matches.cards.yellow,
  black: matches.cards.black,
  cost: (n) => (n === -1 ? "-1 point" : `${n} points`),
  watch: "Watch the table",
  replay: "See the plays",
  left: (names) => `Left before the end: ${names}`,
  find: "find your table by a name",
  nobody: "Nobody of that name plays in this round.",
  rests: (name) => `${name} rests`,
  passes: (name) => `${name} goes on without a match`,
  long: {
    find: "Find a name in the table",
    nobody: "Nobody of that name is in the table.",
    noRow: "Not in this table.",
    previous: "Previous",
    next: "Next",
    rows: (first, last, all) => `${first} to ${last} of ${all}`,
  },
  hands: {
    title: "Hands that are the same at all tables",
    hand: (n) => `Hand ${n}`,
    who: "Table",
    points: "Made",
    percent: "Percent",
    difference: "Difference",
    seat: (seat, side, dealers) => (dealers === 1 ? `Seat ${seat}, of side ${side}; deals` : `Seat ${seat}, of side ${side}`),
    table: contests.deals.table,
    turnUp: "Turn-up",
    stock: "The stock, in order",
    parted: (n) =>
      n === 0 ? "The tables differed from the first play on:" : n === 1 ? "The tables played one play alike, and then:" : `The tables played ${n} plays alike, and then:`,
    over: "the hand was over",
  },
  waits: (names) => `A tie for the organizers to rule on: ${names}`,
};
