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
    table.cantes.length > 0 ? recalls(state, { plays: [...(state.own.plays ?? []), playOf(state, event)] }) : state,
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
 * The state with more in the game's own memory of this hand: `turnUp`, the turn-up after the last draw; `plays`, the cards laid
 * since the first cante; `suits`, the suits that each cante without one could be of, by its place among the cantes.
 * @param {State} state
 * @param {Record<string, any>} more
 */
const recalls = (state, more) => ({ ...state, own: { ...state.own, ...more } });

/**
 * A card laid, with the number of cantes before it.
 * @param {State} state
 * @param {GameEvent} event
 */
const playOf = (state, { seat, card }) => ({ seat, card, cantes: state.view.table.cantes.length });

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
    own: { ...state.own, turnUp: table.turn_up },
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
  const suits = of ? {} : { suits: { ...state.own.suits, [table.cantes.length]: singableSuits(state, seat) } };
  const next = {
    ...recalls(shows(state, {}, { cantes: [...table.cantes, record] }), suits),
    sure: state.sure && table.hand_of === "ida",
  };
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
  if (last !== null) return recalls(shows(state, { hands: handsAfter }), { turnUp: seven });
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
  const lastDraw = state.view.hand_sizes.every((size) => size === HAND) ? state.own.turnUp : null;
  const turnUp = table.turn_up ?? lastDraw;
  return seats
    .filter((one) => one.side === side)
    .flatMap(({ seat }) => {
      const cantes = [...singableSuits(state, seat), ...(maySing(state, seat, table.triunfo) ? [table.triunfo] : [])].map((of) => ({
        type: "cante",
        seat,
        value: of === table.triunfo ? 40 : 20,
        suit: of,
      }));
      const worth = turnUp && isWorthIt(state.view, turnUp) && mayHold(state, seat, pack).includes(`7${table.triunfo}`);
      return [...cantes, ...(worth ? [{ type: "exchange", seat }] : [])];
    });
}

/**
 * The suits of which a seat may sing 20.
 * @param {State} state
 * @param {number} seat
 */
const singableSuits = (state, seat) => SUITS.filter((of) => of !== state.view.table.triunfo && maySing(state, seat, of));

/**
 * True if a hand may hold the pair of this suit beside those of the cantes that count: each seat sings a suit once, and its 20s without
 * a suit need a pair each. A cante that was disproved has no points, and needs none.
 * @param {State} state
 * @param {number} seat
 * @param {string} of
 */
function maySing(state, seat, of) {
  const { table } = state.view;
  const mine = table.cantes
    .map((/** @type {any} */ one, /** @type {number} */ place) => ({ ...one, place }))
    .filter((/** @type {any} */ one) => one.seat === seat && one.points !== 0 && mayBeTrue(state, one));
  const suitsInUse = mine.flatMap((/** @type {any} */ one) => (one.suit ? [one.suit] : []));
  if (suitsInUse.includes(of)) return false;
  const openCantes = mine
    .filter((/** @type {any} */ one) => !one.suit)
    .map((/** @type {any} */ one) => ({
      suits: (state.own.suits?.[one.place] ?? SUITS.filter((suit) => suit !== table.triunfo)).filter(
        (/** @type {string} */ suit) => !suitsInUse.includes(suit),
      ),
      plays: (state.own.plays ?? []).flatMap((/** @type {any} */ card) =>
        card.seat === seat && card.cantes > one.place ? [card.card] : [],
      ),
    }));
  return fits(state, seat, new Set(pair(state.view, of)), [of], rivals(of, openCantes));
}

/** @typedef {{suits: string[], plays: string[]}} OpenCante a cante without a suit: those it may be of, the cards laid by its seat since */

/**
 * The cantes that compete for this suit, or for a suit that such a cante may need instead.
 * @param {string} of
 * @param {readonly OpenCante[]} openCantes
 */
function rivals(of, openCantes) {
  const suits = new Set([of]);
  for (let before = 0; before !== suits.size; ) {
    before = suits.size;
    for (const one of openCantes) if (one.suits.some((suit) => suits.has(suit))) for (const suit of one.suits) suits.add(suit);
  }
  return openCantes.filter((one) => one.suits.some((suit) => suits.has(suit)));
}

/**
 * True if the hand may hold these cards, and for each cante without a suit a pair of another suit, as far as it was not laid since.
 * @param {State} state
 * @param {number} seat
 * @param {ReadonlySet<string>} cards
 * @param {readonly string[]} suits those in use
 * @param {readonly OpenCante[]} openCantes
 * @returns {boolean}
 */
function fits(state, seat, cards, suits, [first, ...rest]) {
  if (!first) return mayHoldAll(state, seat, cards);
  return first.suits
    .filter((suit) => !suits.includes(suit))
    .some((suit) => {
      const needs = pair(state.view, suit).filter((card) => !first.plays.includes(card));
      return fits(state, seat, new Set([...cards, ...needs]), [...suits, suit], rest);
    });
}

/**
 * True if the hand may hold these cards at once.
 * @param {State} state
 * @param {number} seat
 * @param {ReadonlySet<string>} cards
 */
function mayHoldAll({ view, gone }, seat, cards) {
  const isElsewhere = view.hands.some((hand, one) => one !== seat && hand?.some((card) => cards.has(card)));
  const isGone = gone.some((card) => cards.has(card));
  return !isElsewhere && !isGone && new Set([...(view.hands[seat] ?? []), ...cards]).size <= view.hand_sizes[seat];
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
