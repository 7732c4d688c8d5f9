/** What is read of championships and contests, in English. */

import contests from "words/en/contests.json";

/** @type {typeof import("./es.js").words} */
export const words = {
  erased: contests.erased,
  seatOf: (seat) => `Seat ${seat + 1}`,
  table: (name) => (/^(mesa|table)\b/i.test(String(name)) ? String(name) : `${contests.table} ${name}`),
  standings: contests.standings,
  general: "General table",
  podium: contests.podium,
  balance: {
    title: "Balance of the stakes", csv: "Balance of the stakes (spreadsheet)", stake: "Put in", even: "To be even", allEven: "Nobody owes anybody anything.",
    unsettled: (n) => (n === 1 ? "One stake is not settled yet." : `${n} stakes are not settled yet.`),
    gives: (from, points, to) => `${from} gives ${points} to ${to}`,
  },
  group: (n) => `${contests.group} ${n}`,
  provisional: "Provisional: results are missing",
  place: contests.place,
  player: contests.player,
  cards: contests.cards,
  through: contests.through,
  points: (n) => (n === 1 ? "1 point" : `${n} points`),
  figures: {
    ...contests.figures,
    points: contests.figures.ptos,
    sanctions: { short: "Cards", long: contests.cards },
  },
  golds: contests.golds,
  silvers: contests.silvers,
  bronzes: contests.bronzes,
  kinds: contests.kinds,
  atOnce: (what) => `at the same time in another match too: ${what}`,
  waitsUntil: ({ hour, day }) => `waits until ${day ?? hour}`,
  round: (n) => `${contests.round} ${n}`,
  phases: { playing: "In play", tie_break: "Tie-break", final: "Final", finished: "Finished", null: "Void", waiting_ruling: "Waiting for the organizers", cancelled: "Cancelled" },
  states: contests.states,
  levelForNow: contests.level_for_now,
  share: contests.share_place,
  decisions: { result_reported: contests.result, result_corrected: "Result corrected", walkover_given: contests.states.walkover, entrant_withdrawn: "Withdrawal", entrant_added: "Late entry", entrant_substituted: "Substitution", tie_ruled: "Tie ruled on", contest_redrawn: "Drawn again", contest_cancelled: "Contest cancelled", match_opened: "Match opened", player_sanctioned: "Card", players_entered: "Players entered", contest_drawn: "Contest drawn", player_merged: "Entries joined", merge_undone: "Entries separated", name_corrected: "Name corrected", player_removed: "Player taken out", championship_renamed: "Championship renamed", contest_renamed: "Contest renamed", discipline_changed: "Discipline changed", timing_changed: "Clock changed", fixture_scheduled: "Time and table", match_finished: "Record changed", match_reopened: "Match reopened", decision_undone: "Taken back", sanction_undone: "Card taken back", championship_opened: "Championship opened" },
  steps: { points: "on points", diff: "on difference", f: "on points for", alphabetical: "in alphabetical order", sanctions: "on cards", "average.wins": "on wins among those level", "average.diff": "on difference among those level", "average.f": "on points among those level", extra_round: "by the extra round", tie_break_of_four: "by the tie-break to 50", ruling: "by the organizers' ruling", open: "tie not settled" },
  by: (what) => `on ${what.toLocaleLowerCase("en")}`,
  notFound: "There is nothing at this address.",
  opening: "Opening…",
  noAnswer: "The service does not answer: it is asked again as soon as the network is back.",
};
