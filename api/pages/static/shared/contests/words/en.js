/** What is read of championships and contests, in English. */

import { counted } from "../../counted.js";

/** @type {typeof import("./es.js").words} */
export const words = {
  erased: "Name erased",
  seatOf: (seat) => `Seat ${seat + 1}`,
  table: (name) => `Table ${name}`,
  standings: "Standings",
  general: "General table",
  podium: "Podium",
  group: (n) => `Group ${n}`,
  provisional: "Provisional: results are missing",
  place: "Place",
  player: "Player",
  cards: "Cards",
  through: "Through",
  points: (n) => counted(n, "point", "points"),
  figures: { j: { short: "Pl", long: "Played" }, g: { short: "W", long: "Won" }, p: { short: "L", long: "Lost" }, f: { short: "F", long: "For" }, c: { short: "A", long: "Against" }, diff: { short: "+/−", long: "Difference" }, ptos: { short: "Pts", long: "Points" }, points: { short: "Pts", long: "Points" }, sanctions: { short: "Cards", long: "Cards" } },
  golds: "Golds",
  silvers: "Silvers",
  bronzes: "Bronzes",
  kinds: { single: "Single match", league: "League", group: "Group", tie_break: "Tie-break", final: "Final", knockout: "Knockout" },
  round: (n) => `Round ${n}`,
  phases: { playing: "In play", tie_break: "Tie-break", final: "Final", finished: "Finished", null: "Void", waiting_ruling: "Waiting for the organizers" },
  states: { pending: "To be played", open: "In play", played: "Played", walkover: "Walkover", void: "Does not count", superseded: "Replaced" },
  steps: { points: "on points", diff: "on difference", f: "on points for", alphabetical: "in alphabetical order", sanctions: "on cards", "average.wins": "on wins among those level", "average.diff": "on difference among those level", "average.f": "on points among those level", extra_round: "by the extra round", tie_break_of_four: "by the tie-break to 50", ruling: "by the organizers' ruling", open: "tie not settled" },
  by: (what) => `on ${what.toLocaleLowerCase("en")}`,
  notFound: "There is nothing at this address.",
  opening: "Opening…",
  noAnswer: "The service does not answer: it is asked again as soon as the network is back.",
};
