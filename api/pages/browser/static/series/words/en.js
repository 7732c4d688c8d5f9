/** What is read on the page of a series, in English. */

import contests from "words/en/contests.json";
import matches from "words/en/matches.json";

const ordinals = new Intl.PluralRules("en", { type: "ordinal" });
/** @type {Record<string, string>} */
const ENDINGS = { one: "st", two: "nd", few: "rd", other: "th" };

/** @type {typeof import("./es.js").words} */
export const words = {
  title: "Series",
  none: "There is no championship in this series yet.",
  palmares: "Roll of honour",
  palmaresMeans: "The first three of the general table of each edition. They are not always those of a contest's podium: every contest counts, and so do the points for heading a league or a group, and cards that cost points.",
  playing: "Being played",
  noPodium: "No podium",
  step: (place, name) => `${place}${ENDINGS[ordinals.select(place)]} ${name}`,
  medals: "Titles and medals",
  titles: contests.titles,
  titlesMean: "A title is an edition that was won; medals are those of each contest's podium.",
  table: "All-time table",
  place: contests.place,
  player: contests.player_of_row,
  editions: "Ed.",
  editionsLong: contests.editions,
  matches: "Pl.",
  matchesLong: "Matches played",
  wins: "Won",
  winsLong: "Matches won",
  points: "Pts",
  pointsLong: "Points of the general tables",
  records: "Records",
  kinds: { biggest_win: "Biggest win", longest_run: contests.longest_run },
  most: (deed) => `Most in one match, ${deed}`,
  yellow: matches.cards.yellow,
  black: matches.cards.black,
};
