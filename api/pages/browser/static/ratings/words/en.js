/** What is read on the page of ratings, in English. */

import contests from "words/en/contests.json";
import matches from "words/en/matches.json";

/** @type {typeof import("./es.js").words} */
export const words = {
  title: "Ratings",
  game: matches.game,
  day: "As of",
  table: "Table of ratings",
  lead: "Who has most that is sure comes first: how much of the rating is beyond doubt. After few matches there is much doubt, and it may be below zero.",
  place: contests.place,
  player: contests.player_of_row,
  rating: "Rating",
  sure: "Sure",
  matches: "Pl.",
  matchesLong: contests.matches,
  none: "No match that counts has ended yet.",
  how: "How it is worked out",
  about: [
    "A rating comes from the places in which matches end, one after the other: it goes up for doing better than expected against those rivals, and down for doing worse. Everybody begins at 1500 ± 500.",
    "The number after ± says how far it may be off: about two times in three the true strength is no further away than that. It gets smaller by playing.",
    "The table goes by what is sure: the rating less three times that number. Walkovers, void matches and abandoned ones do not count.",
  ],
};
