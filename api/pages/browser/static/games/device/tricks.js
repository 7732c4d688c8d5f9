/** Cards laid in turn, and their taker: the common part of games of tricks. */

import { leaves, shows } from "./state.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Card} Card */

/**
 * Lays a card in the trick. `winner` names the taker of a full trick.
 * @param {State} state
 * @param {number} seat
 * @param {Card} card
 * @param {(cards: readonly Card[]) => number} best the place of the card that takes
 * @returns {{state: State, winner: number | null}}
 */
export function lays(state, seat, card, best) {
  const seats = state.view.seats.length;
  const afterCard = leaves(state, seat, [card]);
  const trick = [...state.view.table.trick, card];
  const leader = trick.length === 1 ? seat : state.view.table.leader;
  if (trick.length < seats) {
    return { state: shows(afterCard, { turn: (seat + 1) % seats }, { trick, leader, led: suit(trick[0]) }), winner: null };
  }
  const winner = (leader + best(trick)) % seats;
  return {
    state: shows(afterCard, { turn: winner }, { trick: [], leader: winner, led: null, last_trick: { seat: winner, cards: trick } }),
    winner,
  };
}

/** @param {Card} card */
export const suit = (card) => card.slice(-1);

/** @param {Card} card */
export const rank = (card) => card.slice(0, -1);
