/** The cards of a hand that every table plays: of which pack they are, and suit by suit. */

const SPANISH = /[OEB]$/;

/**
 * @param {readonly (readonly string[])[]} hands
 * @returns {import("../cards.js").Deck}
 */
export const deckOf = (hands) => (hands.flat().some((card) => SPANISH.test(card)) ? "spanish" : "french");

/**
 * Cards in pack order, suit by suit.
 * @param {readonly string[]} cards
 */
export const bySuit = (cards) =>
  [...new Set(cards.map((card) => card.slice(-1)))].map((suit) => cards.filter((card) => card.endsWith(suit)));
