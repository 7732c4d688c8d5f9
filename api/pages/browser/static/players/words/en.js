/** What is read on a person's page, in English. */

import contests from "words/en/contests.json";
import matches from "words/en/matches.json";

/** @type {typeof import("./es.js").words} */
export const words = {
  record: "Played",
  recordMeans: "What was recorded at tables. “Results” also has what was entered by its score alone.",
  played: contests.figures.j.long,
  won: contests.figures.g.long,
  unfinished: matches.unfinished,
  game: matches.game,
  infractions: matches.infractions,
  times: (n) => `${n} ×`,
  points: (place, points) => `Place ${place} · ${points === 1 ? "1 point" : `${points} points`}`,
  calendar: (championship) => `Calendar: ${championship}`,
  matches: "Latest matches",
  erased: "This person asked for their name to be erased: their matches still count, without it.",
  none: "None of their matches has been recorded at a table yet.",
  rating: {
    title: "Rating",
    of: "Rating in",
    matches: (n) => (n === 1 ? "1 match" : `${n} matches`),
    likely: (from, to) => `almost surely between ${from} and ${to}`,
    known: [
      { from: 350, text: "very little known yet" },
      { from: 200, text: "little known yet" },
      { from: 100, text: "fairly well known" },
      { from: 0, text: "well known" },
    ],
    drawn: (game, from, to, n) => `${game}: from ${from} to ${to} in ${n === 1 ? "one match" : `the last ${n} matches`}. The band is how far it may be off.`,
    place: (place, sides) => `Place ${place} of ${sides}`,
    why: (scored, expected) => `scored ${scored}%, expected ${expected}%`,
    after: (rating, uncertainty) => `now ${rating} ± ${uncertainty}`,
    table: "Table of ratings",
    sheet: "Rating, match by match",
  },
  statistics: {
    title: "Results",
    bar: "The full part of each bar is what was won. The line across it goes from the least to the most that can be expected in the long run.",
    partners: "With each partner",
    opponents: "Against each opponent",
    of: (won, matches) => `${won} of ${matches}`,
    won: (won, matches) => `won ${won} of ${matches === 1 ? "1 match" : `${matches} matches`}`,
    ahead: (ahead, matches) => `came out ahead in ${ahead} of ${matches === 1 ? "1 match" : `${matches} matches`}`,
    level: (n) => `level in ${n}`,
    likely: (least, most) => `in the long run, between ${least} and ${most} of 100`,
    hands: (average, hands) => `${average} points a hand (${hands === 1 ? "1 hand" : `${hands} hands`})`,
    each: (n, matches, average) => (matches === 1 ? `${n} in 1 match` : `${n} in ${matches} matches (${average} a match)`),
    sheet: "Results, with all partners and opponents",
  },
  yellow: matches.cards.yellow,
  black: matches.cards.black,
  status: { ...matches.status, void: contests.states.void },
};
