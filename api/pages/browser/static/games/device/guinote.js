/** Guiñote: tricks with a triunfo, draws after them, cantes and the exchange between them. */

import { deals, handsAreOut, holds, mayHold, nothingMoves, receives, shows, voids } from "./state.js";
import { lays, rank, suit } from "./tricks.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Device} Device */
/** @typedef {import("./state.js").GameEvent} GameEvent */

const PACK = 40;
const HAND = 6;
const SUITS = ["O", "C", "E", "B"];
/** @type {Record<string, string>} */
const NUMBER = { sota: "10", caballo: "11" };
const FIGURES = ["11", "10"];

/**
 * The ranks from the lowest, by the house rules of the match.
 * @param {State["view"]} view
 */
const ranks = ({ params }) => [
  "2",
  "4",
  "5",
  "6",
  "7",
  "8",
  "9",
  ...FIGURES.filter((one) => one !== NUMBER[params.rank ?? "sota"]),
  NUMBER[params.rank ?? "sota"],
  "12",
  "3",
  "1",
];

/**
 * True if the 7 is worth giving for a turned card.
 * @param {State["view"]} view
 * @param {string} card
 */
const isWorthIt = (view, card) => ranks(view).indexOf(rank(card)) > ranks(view).indexOf("7");

/**
 * The two cards of a suit that make a cante.
 * @param {State["view"]} view
 * @param {string} of
 */
const pair = ({ params }, of) => [`${NUMBER[params.cante ?? "sota"]}${of}`, `12${of}`];

/** @param {State["view"]} view @returns {(trick: readonly string[]) => number} */
const best = (view) => (trick) => {
  const order = ranks(view);
  const heights = trick.map((card) => {
    const height = order.indexOf(rank(card));
    if (suit(card) === view.table.triunfo) return height + order.length;
    return suit(card) === suit(trick[0]) ? height : -1;
  });
  return heights.indexOf(Math.max(...heights));
};

/** @param {State} state @param {GameEvent} event @returns {State | null} */
function deal(state, event) {
  if (!event.turn_up) return null;
  const seats = state.view.seats.length;
  const table = {
    triunfo: suit(event.turn_up),
    turn_up: event.turn_up,
    stock: (state.view.params.pack ?? PACK) - HAND * seats,
    trick: [],
    led: null,
    tricks_taken: [0, 0],
    cantes: [],
    last_trick: null,
  };
  const next = deals(state, event, HAND, { phase: "descarte" }, table);
  const isProvisional = state.view.phase === "deal" && !state.sure;
  return { ...shows(next, {}, { leader: next.view.turn, ...(isProvisional ? { hand_of: null } : {}) }), gone: [event.turn_up] };
}

/** @param {State} state @param {GameEvent} event @returns {State} */
function play(state, event) {
  const { table, seats } = state.view;
  const { state: afterCard, winner } = lays(
    state,
    /** @type {number} */ (event.seat),
    /** @type {string} */ (event.card),
    best(state.view),
  );
  if (winner === null) return afterCard;
  const side = seats[winner].side;
  const tricks = table.tricks_taken.map((/** @type {number} */ n, /** @type {number} */ one) => n + (one === side ? 1 : 0));
  const afterTrick =
    table.stock > 0 ? draws(shows(afterCard, {}, { tricks_taken: tricks }), winner) : shows(afterCard, {}, { tricks_taken: tricks });
  // The first to reach 101 in the vueltas ends the partida, which only the score can tell.
  const next = { ...afterTrick, sure: state.sure && table.hand_of === "ida" };
  return handsAreOut(next.view) ? over(next, winner) : next;
}

/**
 * A draw of every seat, winner first. The turn-up is the last card drawn.
 * @param {State} state
 * @param {number} winner
 */
function draws(state, winner) {
  const { seats, table } = state.view;
  const afterDraw = seats.reduce((before, one) => receives(before, one.seat, 1), state);
  const stock = table.stock - seats.length;
  if (stock > 0) return shows(afterDraw, {}, { stock });
  const last = (winner - 1 + seats.length) % seats.length;
  const end = holds(afterDraw, last, [table.turn_up], byName([...(afterDraw.view.hands[last] ?? []), table.turn_up]));
  return {
    ...shows(end, { phase: "arrastre" }, { stock, turn_up: null }),
    gone: state.gone.filter((card) => card !== table.turn_up),
    own: { turnUp: table.turn_up },
  };
}

/** @param {State} state @param {number} dealer @returns {State} */
const over = (state, dealer) => ({
  ...shows(state, { phase: "deal", turn: null, dealer }, { leader: null }),
  again: false,
  sure: false,
});

/** @param {State} state @param {GameEvent} event @returns {State} */
function cante(state, event) {
  const { table } = state.view;
  const seat = /** @type {number} */ (event.seat);
  const of = event.value === 40 ? table.triunfo : (event.suit ?? null);
  const record = { seat, value: event.value, suit: of };
  const next = { ...shows(state, {}, { cantes: [...table.cantes, record] }), sure: state.sure && table.hand_of === "ida" };
  return table.stock > 0 && event.value === 20 && of
    ? holds(next, seat, pair(state.view, of), byName([...(state.view.hands[seat] ?? []), ...pair(state.view, of)]))
    : next;
}

/**
 * The exchange of the 7 for the turn-up. After the last draw, the seat that drew that last card gets the 7.
 * @param {State} state
 * @param {GameEvent} event
 * @returns {State}
 */
function exchange(state, event) {
  const { table, hands, seats } = state.view;
  const seat = /** @type {number} */ (event.seat);
  const seven = `7${table.triunfo}`;
  const turnUp = table.turn_up ?? state.own.turnUp;
  const last = table.turn_up ? null : (table.last_trick.seat - 1 + seats.length) % seats.length;
  const handsAfter = hands.map((hand, one) => {
    if (one === seat) return byName([...(hand ?? []).filter((card) => card !== seven), turnUp]);
    return one === last ? byName([...(hand ?? []).filter((card) => card !== turnUp), seven]) : hand;
  });
  if (last !== null) return { ...shows(state, { hands: handsAfter }), own: { turnUp: seven } };
  return {
    ...shows(state, { hands: handsAfter }, { turn_up: seven }),
    gone: [...state.gone.filter((card) => card !== turnUp), seven],
  };
}

/**
 * Cards once each, in the order of the pack.
 * @param {readonly string[]} cards
 */
const byName = (cards) =>
  [...new Set(cards)].sort(
    (one, other) => SUITS.indexOf(suit(one)) - SUITS.indexOf(suit(other)) || Number(rank(one)) - Number(rank(other)),
  );

/** @type {Device} */
export const guinote = {
  // A renuncio that the service finds proven ends the hand.
  steps: {
    deal,
    play,
    cante,
    exchange,
    claim: (state) => ({ ...state, sure: false }),
    draw: nothingMoves,
    cut: nothingMoves,
    redeal: (state) => voids(shows(state, {}, { trick: [], last_trick: null })),
  },
  next(state, pack) {
    const { view } = state;
    if (view.turn === null) return [DEAL];
    const seat = view.turn;
    const plays = mayHold(state, seat, pack).map((card) => ({ type: "play", seat, card }));
    // A deal may come, too, if only the score can tell the end of the partida.
    return [...plays, ...announcements(state, pack), ...(state.sure || view.table.trick.length > 0 ? [] : [DEAL])];
  },
};

const DEAL = { type: "deal", choose: { turn_up: 1, hands: "optional", stock: "optional" } };

/**
 * The cantes and the exchange that may come before the next lead.
 * @param {State} state
 * @param {readonly string[]} pack
 * @returns {GameEvent[]}
 */
function announcements(state, pack) {
  const { table, seats } = state.view;
  if (table.trick.length > 0 || !table.last_trick) return [];
  const side = seats[table.last_trick.seat].side;
  // Each seat sings a suit once, unless that cante was disproved: then it has no points.
  const counting = table.cantes.filter((/** @type {any} */ one) => one.points !== 0 && mayBeTrue(state, one));
  const lastDraw = state.view.hand_sizes.every((size) => size === HAND) ? state.own.turnUp : null;
  const turnUp = table.turn_up ?? lastDraw;
  return seats
    .filter((one) => one.side === side)
    .flatMap(({ seat }) => {
      const may = new Set(mayHold(state, seat, pack));
      const suits = counting.flatMap((/** @type {any} */ one) => (one.seat === seat ? [one.suit] : []));
      const cantes = SUITS.filter((of) => !suits.includes(of) && pair(state.view, of).every((card) => may.has(card))).map(
        (of) => ({ type: "cante", seat, value: of === table.triunfo ? 40 : 20, suit: of }),
      );
      const worth = turnUp && isWorthIt(state.view, turnUp) && may.has(`7${table.triunfo}`);
      return [...cantes, ...(worth ? [{ type: "exchange", seat }] : [])];
    });
}

/**
 * False if the hands that this device sees show that a cante is false, though the points may say so only at the end of the hand.
 * @param {State} state
 * @param {{ seat: number, suit: string | null }} sung
 */
function mayBeTrue({ view, gone }, { seat, suit: of }) {
  const cards = of ? pair(view, of).filter((card) => !gone.includes(card)) : [];
  const isElsewhere = view.hands.some((hand, one) => one !== seat && cards.some((card) => hand?.includes(card)));
  return !isElsewhere && new Set([...(view.hands[seat] ?? []), ...cards]).size <= view.hand_sizes[seat];
}
