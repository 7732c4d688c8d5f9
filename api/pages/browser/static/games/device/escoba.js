/** Escoba, Scopa and Scopone: cards on the table, rounds until the pack is out. */

import { ends, inOrder, plays, takes } from "./fishing.js";
import { deals, handsAreOut, shows, voids } from "./state.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Device} Device */
/** @typedef {import("./state.js").GameEvent} GameEvent */

const PACK = 40;
const FIFTEEN = 15;
const KING = 12;
const MANY_KINGS = 3;
const EACH = 3;
const LAID = 4;

/**
 * The cards of a seat and of the first table. The whole pack is dealt at once in a game that may choose so.
 * @param {import("./state.js").MatchView} view
 */
function dealing({ params, seats }) {
  const whole = params.table !== undefined;
  const table = whole ? Number(params.table) : LAID;
  return { table, each: whole ? (PACK - table) / seats.length : EACH };
}

/** @param {readonly string[]} cards */
const inCardOrder = (cards) => inOrder(cards, "OCEB", "");

/** @param {string} card */
const rank = (card) => Number(card.slice(0, -1));

/** @param {readonly string[]} cards */
const total = (cards) => cards.reduce((sum, card) => sum + (rank(card) > 7 ? rank(card) - 2 : rank(card)), 0);

/** @param {State} state @param {GameEvent} event @returns {State} */
function deal(state, event) {
  const { view } = state;
  const rules = dealing(view);
  const seats = view.seats.length;
  if (view.phase === "round") {
    const next = deals(
      state,
      { ...event, dealer: view.dealer },
      rules.each,
      { phase: "play", hand: view.hand },
      { round: view.table.round + 1, stock: view.table.stock - rules.each * seats },
    );
    return { ...next, gone: state.gone };
  }
  const cards = inCardOrder(event.table ?? []);
  const none = view.table.taken.map(() => 0);
  const next = {
    ...deals(
      state,
      event,
      rules.each,
      { phase: "play" },
      {
        cards,
        round: 1,
        stock: PACK - rules.table - rules.each * seats,
        taken: none,
        sweeps: none,
        last_taker: null,
        owed: null,
      },
    ),
    gone: cards,
  };
  if (view.params.kings_redeal && cards.filter((card) => rank(card) === KING).length >= MANY_KINGS) return again(next);
  return view.params.dealer_escoba && areEscobas(cards)
    ? shows(takes(next, /** @type {number} */ (next.view.dealer), cards.length), {}, { cards: [] })
    : next;
}

/**
 * True if the dealer takes the first table: its sum is fifteen, or that of two pairs of fifteen.
 * @param {readonly string[]} cards
 */
function areEscobas(cards) {
  const whole = total(cards);
  return (
    whole === FIFTEEN ||
    (whole === 2 * FIFTEEN && cards.some((one, i) => cards.some((other, j) => j > i && total([one, other]) === FIFTEEN)))
  );
}

/** @param {State} state @returns {State} */
function again(state) {
  const none = state.view.table.taken.map(() => 0);
  return voids(shows(state, {}, { cards: [], round: 0, stock: PACK, taken: none, sweeps: none, last_taker: null, owed: null }));
}

/** @param {State} state @param {number} seat @returns {State} */
function endTurn(state, seat) {
  const { table, seats } = state.view;
  if (!handsAreOut(state.view)) return shows(state, { turn: (seat + 1) % seats.length });
  if (table.round < table.rounds) return shows(state, { phase: "round", turn: null });
  return ends(state, table.cards.length, { cards: [] });
}

/** @param {State} state @param {GameEvent} event @returns {State} */
function trail(state, event) {
  const cards = inCardOrder([...state.view.table.cards, /** @type {string} */ (event.card)]);
  return endTurn(shows(plays(state, event), {}, { cards, owed: null }), /** @type {number} */ (event.seat));
}

/** @param {State} state @param {GameEvent} event @returns {State} */
function take(state, event) {
  const seat = /** @type {number} */ (event.seat);
  const captures = event.cards ?? [];
  const cards = state.view.table.cards.filter((/** @type {string} */ card) => !captures.includes(card));
  const next = takes(shows(plays(state, event), {}, { cards }), seat, captures.length + (event.card ? 1 : 0));
  // A play that lifts the cards another left comes beside the own play: the turn stays.
  return event.card ? endTurn(shows(next, {}, { owed: null }), seat) : next;
}

/** @type {Device} */
export const escoba = {
  hasUnlistedPlays: true,
  steps: { deal, trail, take, redeal: again },
  next({ view }) {
    if (view.phase === "round") return [{ type: "deal", dealer: view.dealer }];
    if (view.phase !== "deal") return [];
    const { table } = dealing(view);
    return [{ type: "deal", choose: { ...(table > 0 ? { table } : {}), hands: "optional", stock: "optional" } }];
  },
};
