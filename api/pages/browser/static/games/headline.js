/** The headline of a match: its winner, the seat to play, or the event that it awaits. */

import { nameIn } from "../shared/match.js";
import { joinNames, w } from "../shared/words.js";
import { gameOf } from "./index.js";

/** @typedef {import("../shared/types.js").MatchView} MatchView */

/**
 * @param {MatchView} view
 * @param {NonNullable<MatchView["result"]>} result
 */
function winners(view, { winner_sides: sides }) {
  if (sides.length === 0) return w.noWinner;
  const seats = view.seats.filter((one) => sides.includes(one.side)).map((one) => nameIn(view, one.seat));
  return (seats.length > 1 ? w.winners : w.winner)(joinNames(seats));
}

const ON_TIME = "clock.match";

/**
 * The winner, the seat in turn, or the event that the match awaits.
 * @param {MatchView} view
 */
export function headline(view) {
  if (view.result) return view.result.reason === ON_TIME ? w.onTime(winners(view, view.result)) : winners(view, view.result);
  if (view.status !== "open") return w.status[view.status];
  if (view.turn !== null) return w.turnOf(nameIn(view, view.turn));
  if (view.phase === "deal" || view.phase === "round") return view.dealer === null ? "" : w.dealsNext(nameIn(view, view.dealer));
  return gameOf(view.ruleset)?.awaits?.(view) ?? (view.phase === "play" ? w.anyone : "");
}
