/**
 * What a device knows of a hand without the service: the view that it shows, and what lies in no view.
 *
 * @typedef {import("../../shared/types.js").MatchView} MatchView
 * @typedef {import("../../shared/types.js").GameEvent} GameEvent
 * @typedef {import("../../shared/types.js").Card} Card
 *
 * @typedef {object} State
 * @property {MatchView} view
 * @property {readonly Card[]} gone cards of this hand that are in no hand any more, and were seen
 * @property {Readonly<Record<string, any>>} own what a game itself remembers of this hand
 * @property {boolean} began whether a card was played in this round
 * @property {boolean} again whether the hand is void, and is dealt again by the same
 * @property {boolean} sure false where the service may have ended the hand by its score, or by a claim
 *
 * @typedef {(state: State, event: GameEvent) => State | null} Step null where the device cannot tell what follows
 * @typedef {object} Device
 * @property {Record<string, Step>} steps what follows from each type of event
 * @property {(state: State, pack: readonly Card[]) => GameEvent[]} next what may come, as the service lists it
 * @property {boolean} [free] whether the cards on the table are chosen freely, since what they can mean is a rule
 */

/**
 * What is known of a hand at its start, and of any match before anything was seen of it.
 * @param {MatchView} view
 * @returns {State}
 */
export const begun = (view) => ({ view, gone: [], own: {}, began: false, again: isNotOver(view), sure: true });

/**
 * The same with what the service shows, which stands.
 * @param {State} state
 * @param {MatchView} view
 * @returns {State}
 */
export const rebased = (state, view) => ({ ...state, view, again: isNotOver(view), sure: true });

/**
 * Whether the hand that the view names has no account: it was not dealt yet, or is in play, or is void.
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
 * A hand is dealt: so many cards to each seat, with the hands that were seen.
 * @param {State} state
 * @param {GameEvent} event
 * @param {number} each
 * @param {Partial<MatchView>} view
 * @param {Record<string, any>} table
 */
export function dealt(state, event, each, view, table) {
  const dealer = event.dealer ?? state.view.dealer;
  const seats = state.view.seats.length;
  const hands = /** @type {(Card[] | null)[]} */ (event.hands ?? state.view.seats.map(() => null));
  const fresh = { ...begun(state.view), sure: state.sure };
  const hand = state.view.hand + (state.again && state.view.phase === "deal" ? 0 : 1);
  return shows(
    fresh,
    { hand, dealer, hands, hand_sizes: Array(seats).fill(each), turn: dealer === null ? null : (dealer + 1) % seats, ...view },
    table,
  );
}

/**
 * Cards leave a hand for good.
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
 * Cards that nobody saw come into a hand.
 * @param {State} state
 * @param {number} seat
 * @param {number} count
 */
export function receives(state, seat, count) {
  return shows(state, { hand_sizes: state.view.hand_sizes.map((size, one) => (one === seat ? size + count : size)) });
}

/**
 * Everybody is seen to hold these cards.
 * @param {State} state
 * @param {number} seat
 * @param {readonly Card[]} cards
 * @param {readonly Card[]} pack
 */
export function holds(state, seat, cards, pack) {
  const held = new Set([...(state.view.hands[seat] ?? []), ...cards]);
  return shows(state, {
    hands: state.view.hands.map((hand, one) => (one === seat ? pack.filter((card) => held.has(card)) : hand)),
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
 * The match is over as it stands. Who won is not said: that is counted by the service.
 * @param {State} state
 */
export const ended = (state) => shows(state, { status: "finished", turn: null });

/**
 * The hand is void: its cards go back, and the same dealer deals again.
 * @param {State} state
 */
export function voided(state) {
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
