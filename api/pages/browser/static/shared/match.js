/** Seats, sides and names of a match, and the address of a step. */

import { joinNames, w } from "./words.js";

/** @typedef {import("./types.js").MatchView} MatchView */

/**
 * The name of the player at a seat.
 * @param {MatchView} view
 * @param {number} seat
 */
export const nameIn = (view, seat) => view.seats[seat]?.name ?? w.seat(seat + 1);

/**
 * The names of a side.
 * @param {MatchView} view
 * @param {number} side
 */
export const sideIn = (view, side) => joinNames(view.seats.filter((one) => one.side === side).map((one) => nameIn(view, one.seat)));

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
 * The address at which the replay shows a step.
 * @param {string} match
 * @param {number} step
 */
export const stepAddress = (match, step) =>
  `/replay/${match}?${new URLSearchParams([...new URLSearchParams(location.search), ["step", String(step)]])}`;
