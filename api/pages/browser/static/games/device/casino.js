/** Casino: loose cards and builds, rounds of four, or one card drawn after each play. */

import { ends, inOrder, plays, takes } from "./fishing.js";
import { deals, handsAreOut, nextWithCards, nothingMoves, receives, shows, voids } from "./state.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Device} Device */
/** @typedef {import("./state.js").GameEvent} GameEvent */
/** @typedef {{id: string, owner: number, value: number, cards: string[]}} Build */

const PACK = 52;
const EACH = 4;

/** @param {readonly string[]} cards */
const inCardOrder = (cards) => inOrder(cards, "CDHS", "23456789TJQKA");

/** @param {State} state @param {GameEvent} event @returns {State} */
function deal(state, event) {
  const seats = state.view.seats.length;
  const { table } = state.view;
  if (state.view.phase === "round") {
    const next = deals(
      state,
      { ...event, dealer: state.view.dealer },
      EACH,
      { phase: "play", hand: state.view.hand },
      { round: table.round + 1, stock: table.stock - EACH * seats },
    );
    return { ...next, gone: state.gone, own: state.own };
  }
  const loose = inCardOrder(event.table ?? []);
  const none = table.taken.map(() => 0);
  const first = {
    loose,
    builds: [],
    must_trail: [],
    may_not_trail: [],
    trails_only: [],
    round: 1,
    last_announced: false,
    stock: PACK - EACH - EACH * seats,
    taken: none,
    sweeps: none,
    last_taker: null,
  };
  return { ...deals(state, event, EACH, { phase: "play" }, first), gone: loose };
}

/**
 * Ends a turn. The seat draws if the rules have draws. Then the next seat plays, or the round or the deal is over.
 * @param {State} state
 * @param {number} seat
 * @returns {State}
 */
function endTurn(state, seat) {
  const { table, ruleset } = state.view;
  const draws = ruleset === "casino.draw" && table.stock > 0;
  const next = draws ? shows(receives(state, seat, 1), {}, { stock: table.stock - 1 }) : state;
  if (!handsAreOut(next.view)) return shows(next, { turn: nextWithCards(next.view, seat) });
  if (table.round < table.rounds) return shows({ ...next, began: false }, { phase: "round", turn: null });
  const left =
    table.loose.length +
    table.builds.reduce((/** @type {number} */ sum, /** @type {Build} */ build) => sum + build.cards.length, 0);
  return ends(next, left, { loose: [], builds: [] });
}

/**
 * The table with this build, in place of the one of its id, and without the loose cards that are in it.
 * @param {State} state
 * @param {GameEvent} event
 * @param {Build} build
 */
function stacks(state, event, build) {
  const { table } = state.view;
  const others = table.builds.filter((/** @type {Build} */ one) => one.id !== build.id);
  const builds = [...others, build].sort((one, other) => Number(one.id.slice(1)) - Number(other.id.slice(1)));
  const loose = table.loose.filter((/** @type {string} */ card) => !build.cards.includes(card));
  return endTurn(shows(plays(state, event), {}, { loose, builds }), build.owner);
}

/** @param {State} state @param {GameEvent} event @returns {State} */
function trail(state, event) {
  const loose = inCardOrder([...state.view.table.loose, /** @type {string} */ (event.card)]);
  return endTurn(shows(plays(state, event), {}, { loose }), /** @type {number} */ (event.seat));
}

/** @param {State} state @param {GameEvent} event @returns {State} */
function take(state, event) {
  const { table } = state.view;
  const seat = /** @type {number} */ (event.seat);
  const [cards, ids] = [event.cards ?? [], event.builds ?? []];
  const captures = table.builds.filter((/** @type {Build} */ one) => ids.includes(one.id));
  const loose = table.loose.filter((/** @type {string} */ card) => !cards.includes(card));
  const builds = table.builds.filter((/** @type {Build} */ one) => !ids.includes(one.id));
  const count =
    1 + cards.length + captures.reduce((/** @type {number} */ sum, /** @type {Build} */ one) => sum + one.cards.length, 0);
  return endTurn(takes(shows(plays(state, event), {}, { loose, builds }), seat, count), seat);
}

/** @param {State} state @param {GameEvent} event */
function build(state, event) {
  const cards = inCardOrder([/** @type {string} */ (event.card), ...(event.cards ?? [])]);
  const number = (state.own.made ?? 0) + 1;
  return stacks({ ...state, own: { made: number } }, event, {
    id: `b${number}`,
    owner: /** @type {number} */ (event.seat),
    value: /** @type {number} */ (event.value),
    cards,
  });
}

/** @param {State} state @param {GameEvent} event */
function grows(state, event) {
  const old = state.view.table.builds.find((/** @type {Build} */ one) => one.id === event.build);
  if (!old) return null;
  const cards = inCardOrder([...old.cards, /** @type {string} */ (event.card), ...(event.cards ?? [])]);
  return stacks(state, event, { ...old, owner: /** @type {number} */ (event.seat), value: event.value ?? old.value, cards });
}

/** @type {Device} */
export const casino = {
  hasUnlistedPlays: true,
  steps: {
    deal,
    trail,
    take,
    build,
    duplicate: grows,
    raise: grows,
    announce_last: (state) => shows(state, {}, { last_announced: true }),
    looked: nothingMoves,
    redeal: (state) => voids(shows(state, {}, { loose: [], builds: [], last_taker: null })),
  },
  next({ view, began }) {
    if (view.phase === "deal") return [{ type: "deal", choose: { table: EACH, hands: "optional", stock: "optional" } }];
    if (view.phase === "round") return [{ type: "deal", dealer: view.dealer }];
    const { table } = view;
    const announces = view.ruleset !== "casino.draw" && table.round === table.rounds && !table.last_announced && !began;
    return announces && view.dealer !== null ? [{ type: "announce_last", seat: view.dealer }] : [];
  },
};
