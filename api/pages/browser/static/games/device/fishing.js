/** Cards that lie on the table and are taken with a card of the hand: the common part of such games. */

import { leaves, shows } from "./state.js";

/** @typedef {import("./state.js").State} State */

/**
 * A play of a card from the hand.
 * @param {State} state
 * @param {import("./state.js").GameEvent} event
 */
export const plays = (state, event) => (event.card ? leaves(state, /** @type {number} */ (event.seat), [event.card]) : state);

/**
 * Adds this number of cards to the pile of a seat's side, which took last.
 * @param {State} state
 * @param {number} seat
 * @param {number} count
 */
export function takes(state, seat, count) {
  const side = state.view.seats[seat].side;
  const piles = state.view.table.taken.map(
    (/** @type {number} */ n, /** @type {number} */ one) => n + (one === side ? count : 0),
  );
  return shows(state, {}, { taken: piles, last_taker: seat });
}

/**
 * The last hand is out. The side that took last gets the cards on the table, and the next dealer deals.
 * @param {State} state
 * @param {number} left the cards on the table
 * @param {Record<string, any>} empty the table without them
 * @returns {State}
 */
export function ends(state, left, empty) {
  const { dealer, seats, table } = state.view;
  const last = table.last_taker;
  const rest = last === null ? state : takes(state, last, left);
  const next = dealer === null ? null : (dealer + 1) % seats.length;
  return { ...shows(rest, { phase: "deal", turn: null, dealer: next }, empty), again: false, sure: false };
}

/**
 * Cards in the order of their pack.
 * @param {readonly string[]} cards
 * @param {string} suits
 * @param {string} ranks
 */
export const inOrder = (cards, suits, ranks) =>
  [...cards].sort((one, other) => place(one, suits, ranks) - place(other, suits, ranks));

/**
 * @param {string} card
 * @param {string} suits
 * @param {string} ranks
 */
const place = (card, suits, ranks) =>
  suits.indexOf(card.slice(-1)) * 100 + (Number(card.slice(0, -1)) || ranks.indexOf(card[0]) + 2);
