/** Corazones: passes, tricks without a trump. */

import { deals, handsAreOut, mayHold, nothingMoves, shows, voids } from "./state.js";
import { lays, rank, suit } from "./tricks.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Device} Device */
/** @typedef {import("./state.js").GameEvent} GameEvent */

const PACK = 52;
const RANKS = "23456789TJQKA";
const FIRST = "2C";
const PASSED = 3;
/** The distance of a pass among four seats, hand by hand. */
const PASS_STEPS = [1, -1, 2, 0];

/** @param {readonly string[]} trick */
function best(trick) {
  const heights = trick.map((card) => (suit(card) === suit(trick[0]) ? RANKS.indexOf(rank(card)) : -1));
  return heights.indexOf(Math.max(...heights));
}

/** @param {State} state */
function passStep(state) {
  return state.view.seats.length === 4 ? PASS_STEPS[(state.view.hand - 1) % PASS_STEPS.length] : 0;
}

/** @param {State} state @returns {State} */
function opens(state) {
  const holder = state.view.hands.findIndex((hand) => hand?.includes(FIRST));
  const turn = holder < 0 ? null : holder;
  return shows(state, { phase: "play", turn }, { passing_to: null, passed: [], leader: turn });
}

/** @param {State} state @param {GameEvent} event */
function deal(state, event) {
  const seats = state.view.seats.length;
  const none = Array(seats).fill(0);
  const table = {
    trick: [],
    leader: null,
    led: null,
    hearts_broken: false,
    points_taken: null,
    tricks_taken: none,
    last_trick: null,
    announced: [],
  };
  const next = deals(state, event, PACK / seats, { phase: "pass", turn: null }, table);
  const step = passStep(next);
  if (step === 0) return opens(next);
  return shows(next, {}, { passing_to: none.map((_, seat) => (seat + step + seats) % seats), passed: [] });
}

/** @param {State} state @param {GameEvent} event @returns {State} */
function pass(state, event) {
  const seat = /** @type {number} */ (event.seat);
  const passers = [...state.view.table.passed, seat].sort();
  const next = { ...shows(state, {}, { passed: passers }), own: { ...state.own, [seat]: event.cards ?? null } };
  return passers.length < state.view.seats.length ? next : opens(handedOver(next));
}

/**
 * All seats pick up their passes at once. If an unseen pass came from a hand, only the cards that came into it are known.
 * @param {State} state
 */
function handedOver(state) {
  const { hands, seats } = state.view;
  const passes = /** @type {Record<number, string[] | null>} */ (state.own);
  const step = passStep(state);
  const from = (/** @type {number} */ seat) => (seat - step + seats.length) % seats.length;
  const after = hands.map((hand, seat) => {
    const pass = passes[seat];
    const cards = [...(hand && pass ? hand.filter((card) => !pass.includes(card)) : []), ...(passes[from(seat)] ?? [])];
    return cards.length > 0 ? cards : null;
  });
  return shows(state, { hands: after });
}

/** @param {State} state @param {GameEvent} event @returns {State} */
function play(state, event) {
  const [seat, card] = [/** @type {number} */ (event.seat), /** @type {string} */ (event.card)];
  const { state: afterCard, winner } = lays(state, seat, card, best);
  const areBroken = state.view.table.hearts_broken || suit(card) === "H";
  const tricks = afterCard.view.table.tricks_taken.map(
    (/** @type {number} */ n, /** @type {number} */ one) => n + (one === winner ? 1 : 0),
  );
  const next = shows(afterCard, {}, { hearts_broken: areBroken, tricks_taken: tricks, points_taken: null });
  return handsAreOut(next.view) ? over(next) : next;
}

/** @param {State} state @returns {State} */
function over(state) {
  const { dealer, seats, ruleset } = state.view;
  const step = ruleset === "hearts.yppedia" ? 1 : -1;
  const next = dealer === null ? null : (dealer + step + seats.length) % seats.length;
  return { ...shows(state, { phase: "deal", turn: null, dealer: next }, { leader: null }), again: false, sure: false };
}

/** @type {Device} */
export const hearts = {
  steps: {
    deal,
    pass,
    play,
    timeout: (state, event) => (event.card ? play(state, event) : null),
    change: nothingMoves,
    announce: nothingMoves,
    redeal: (state) =>
      voids(shows(state, {}, { trick: [], leader: null, led: null, last_trick: null, passing_to: null, passed: [] })),
  },
  next(state, pack) {
    const { view } = state;
    if (view.phase === "deal") return [{ type: "deal", choose: { hands: "optional" } }];
    const seats = view.seats.map((one) => one.seat);
    if (view.phase === "pass") return seats.filter((seat) => !view.table.passed.includes(seat)).map((seat) => passOf(view, seat));
    const first = view.turn === null && view.table.trick.length === 0;
    return (view.turn === null ? seats : [view.turn]).flatMap((seat) =>
      mayHold(state, seat, pack)
        .filter((card) => !first || card === FIRST)
        .map((card) => ({ type: "play", seat, card })),
    );
  },
};

/**
 * @param {import("./state.js").MatchView} view
 * @param {number} seat
 */
function passOf(view, seat) {
  const hand = view.hands[seat];
  const cards = hand && hand.length === view.hand_sizes[seat] ? hand : null;
  return { type: "pass", seat, choose: { cards, min: PASSED, max: PASSED } };
}
