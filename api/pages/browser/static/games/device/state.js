/**
 * The knowledge of a device without the service: the view that it shows, and the facts that are in no view.
 *
 * @typedef {import("../../shared/types.js").MatchView} MatchView
 * @typedef {import("../../shared/types.js").GameEvent} GameEvent
 * @typedef {import("../../shared/types.js").Card} Card
 *
 * @typedef {object} State
 * @property {MatchView} view
 * @property {readonly Card[]} gone cards of this hand that are in no hand any more, and were seen
 * @property {Readonly<Record<string, any>>} own the game's own memory of this hand
 * @property {boolean} began true if a card was played in this round
 * @property {boolean} again true if the hand is void, and the same dealer deals again
 * @property {boolean} sure false if the service may have ended the hand by its score, or by a claim
 *
 * @typedef {(state: State, event: GameEvent) => State | null} Step gives the next state; null if the device cannot tell it
 * @typedef {object} Device
 * @property {Record<string, Step>} steps the effect of each type of event
 * @property {(state: State, pack: readonly Card[]) => GameEvent[]} next the events that may come, in the form of the service's
 *   list
 * @property {boolean} [hasUnlistedPlays] true if `next` lists no plays: cards are chosen freely, and `playsOf` of the game says
 *   what play they are
 */

/**
 * The knowledge of a hand at its start, and of any match before its first view.
 * @param {MatchView} view
 * @returns {State}
 */
export const firstState = (view) => ({ view, gone: [], own: {}, began: false, again: isNotOver(view), sure: true });

/**
 * The same with a view from the service, which stands.
 * @param {State} state
 * @param {MatchView} view
 * @returns {State}
 */
export const withView = (state, view) => ({ ...state, view, again: isNotOver(view), sure: true });

/**
 * True if the view's hand has no account: it was not dealt yet, or is in play, or is void.
 * @param {MatchView} view
 */
const isNotOver = (view) => !view.score.hands.some((one) => one.hand === view.hand);

/**
 * The state with other values in its view, and on its table.
 * @param {State} state
 * @param {Partial<MatchView>} view
 * @param {Record<string, any>} [table]
 * @returns {State}
 */
export const shows = (state, view, table = {}) => ({
  ...state,
  view: { ...state.view, ...view, table: { ...state.view.table, ...table } },
});

/**
 * A dealt hand: an equal number of cards for each seat, with the hands that were seen.
 * @param {State} state
 * @param {GameEvent} event
 * @param {number} each
 * @param {Partial<MatchView>} view
 * @param {Record<string, any>} table
 */
export function deals(state, event, each, view, table) {
  const dealer = event.dealer ?? state.view.dealer;
  const seats = state.view.seats.length;
  const hands = /** @type {(Card[] | null)[]} */ (event.hands ?? state.view.seats.map(() => null));
  const fresh = { ...firstState(state.view), sure: state.sure };
  const hand = state.view.hand + (state.again && state.view.phase === "deal" ? 0 : 1);
  return shows(
    fresh,
    { hand, dealer, hands, hand_sizes: Array(seats).fill(each), turn: dealer === null ? null : (dealer + 1) % seats, ...view },
    table,
  );
}

/**
 * Takes cards out of a hand for good.
 * @param {State} state
 * @param {number} seat
 * @param {readonly Card[]} cards
 */
export function leaves(state, seat, cards) {
  const hands = state.view.hands.map((hand, one) =>
    one === seat && hand ? orNone(hand.filter((card) => !cards.includes(card))) : hand,
  );
  const hand_sizes = state.view.hand_sizes.map((size, one) => (one === seat ? size - cards.length : size));
  return {
    ...shows(state, { hands, hand_sizes }),
    gone: [...state.gone, ...cards.filter((card) => !state.gone.includes(card))],
    began: true,
  };
}

/**
 * Puts unseen cards into a hand.
 * @param {State} state
 * @param {number} seat
 * @param {number} count
 */
export function receives(state, seat, count) {
  return shows(state, { hand_sizes: state.view.hand_sizes.map((size, one) => (one === seat ? size + count : size)) });
}

/**
 * Makes cards of a hand known to all.
 * @param {State} state
 * @param {number} seat
 * @param {readonly Card[]} cards
 * @param {readonly Card[]} pack
 */
export function holds(state, seat, cards, pack) {
  const handCards = new Set([...(state.view.hands[seat] ?? []), ...cards]);
  return shows(state, {
    hands: state.view.hands.map((hand, one) => (one === seat ? pack.filter((card) => handCards.has(card)) : hand)),
  });
}

/**
 * The cards that a seat may hold, as far as this device can tell.
 * @param {State} state
 * @param {number} seat
 * @param {readonly Card[]} pack
 */
export function mayHold(state, seat, pack) {
  const own = state.view.hands[seat];
  const size = state.view.hand_sizes[seat];
  if (size === 0) return [];
  if (own && own.length === size) return own;
  const elsewhere = new Set([...state.gone, ...state.view.hands.flatMap((hand, one) => (hand && one !== seat ? hand : []))]);
  return pack.filter((card) => !elsewhere.has(card));
}

/**
 * The next seat in turn that has a card; the same where no other has.
 * @param {MatchView} view
 * @param {number} seat
 */
export function nextWithCards(view, seat) {
  const count = view.seats.length;
  for (let step = 1; step < count; step++) if (view.hand_sizes[(seat + step) % count] > 0) return (seat + step) % count;
  return seat;
}

/** @param {MatchView} view */
export const handsAreOut = (view) => view.hand_sizes.every((size) => size === 0);

/** @param {State} state @returns {State} */
export const nothingMoves = (state) => state;

/**
 * The match is over as it stands. It names no winner, for only the service counts.
 * @param {State} state
 */
export const ends = (state) => shows(state, { status: "finished", turn: null });

/**
 * A void hand: its cards go back, and the same dealer deals again.
 * @param {State} state
 */
export function voids(state) {
  const none = state.view.seats.map(() => null);
  return {
    ...shows(state, { phase: "deal", turn: null, hands: none, hand_sizes: none.map(() => 0) }),
    gone: [],
    again: true,
    began: false,
  };
}

/** @param {Card[]} cards */
const orNone = (cards) => (cards.length > 0 ? cards : null);
