/** What any page says of a match: who sits there, and what is awaited. */

import { gameOf } from "../games/index.js";
import { joined, w } from "./words.js";

/** @typedef {import("./types.js").MatchView} MatchView */

/**
 * The name of whom a seat belongs to.
 * @param {MatchView} view
 * @param {number} seat
 */
export const nameIn = (view, seat) => view.seats[seat]?.name ?? w.seat(seat);

/**
 * The names of a side.
 * @param {MatchView} view
 * @param {number} side
 */
export const sideIn = (view, side) => joined(view.seats.filter((one) => one.side === side).map((one) => nameIn(view, one.seat)));

/**
 * The sides of a match, in order.
 * @param {MatchView} view
 */
export const sidesOf = (view) => [...new Set(view.seats.map((one) => one.side))];

/**
 * The first seat of a side.
 * @param {MatchView} view
 * @param {number} side
 */
export const seatOf = (view, side) => view.seats.find((one) => one.side === side)?.seat ?? side;

/**
 * @param {MatchView} view
 * @param {NonNullable<MatchView["result"]>} result
 */
function won(view, { winner_sides: sides }) {
  if (sides.length === 0) return w.noWinner;
  const seats = view.seats.filter((one) => sides.includes(one.side)).map((one) => nameIn(view, one.seat));
  return (seats.length > 1 ? w.winners : w.winner)(joined(seats));
}

const ON_TIME = "clock.match";

/**
 * Who won, whose turn it is, or what is awaited.
 * @param {MatchView} view
 */
export function headline(view) {
  if (view.result) return view.result.reason === ON_TIME ? w.onTime(won(view, view.result)) : won(view, view.result);
  if (view.status !== "open") return w.status[view.status];
  if (view.turn !== null) return w.turnOf(nameIn(view, view.turn));
  if (view.phase === "deal" || view.phase === "round") return view.dealer === null ? "" : w.dealsNext(nameIn(view, view.dealer));
  return gameOf(view.ruleset)?.awaits?.(view) ?? (view.phase === "play" ? w.anyone : "");
}

/**
 * The address at which the replay shows a step.
 * @param {string} match
 * @param {number} step
 */
export const stepAddress = (match, step) =>
  `/replay/${match}?${new URLSearchParams([...new URLSearchParams(location.search), ["step", String(step)]])}`;
