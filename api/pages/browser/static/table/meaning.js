/**
 * The meanings of a choice of cards, by the events that may come. It knows no rule of any game. A move is an event with cards
 * to choose. Each of them has a key, `zone|seat|name`. The picks are a list of keys in the order of picking, and can mean every
 * move that has all of them.
 */

/** @typedef {import("../shared/types.js").GameEvent} GameEvent */
/** @typedef {import("../shared/types.js").MatchView} MatchView */
/** @typedef {import("../games/index.js").Game} Game */
/** @typedef {{event: GameEvent, keys: Set<string>}} Move */
/**
 * @typedef {{entry: GameEvent, field: string, keys: Set<string>, min: number, max: number, isOrdered?: boolean}} Subset is a
 *   choice of some cards. `isOrdered`: true if the cards stay in the order of choice
 */
/** @typedef {{field: string, count: number}} OpenCards are the open cards of a deal: their field and their number */
/**
 * @typedef {{
 *   moves: Move[],
 *   plain: GameEvent[],
 *   subsets: Subset[],
 *   sums: GameEvent[],
 *   forms: GameEvent[],
 *   openCards: OpenCards | null,
 *   byKey: Map<string, Move[]>,
 * }} Meanings are the possible events, sorted by the way in which they are chosen. `sums`: the plays that have too many ways to
 *   list; `byKey`: the moves by each of their keys
 */

/** @type {() => Meanings} */
export const nothing = () => ({ moves: [], plain: [], subsets: [], sums: [], forms: [], openCards: null, byKey: new Map() });

/**
 * @param {string} zone
 * @param {number | string | undefined} seat
 * @param {string} name
 */
export const key = (zone, seat, name) => `${zone}|${seat ?? ""}|${name}`;

/** @param {string} tapKey */
export const nameIn = (tapKey) => tapKey.slice(tapKey.lastIndexOf("|") + 1);

/** @param {string} tapKey */
export const zoneIn = (tapKey) => tapKey.slice(0, tapKey.indexOf("|"));

/** @param {string} tapKey */
export const isLead = (tapKey) => ["hand", "pad", "pack"].includes(zoneIn(tapKey));

/**
 * The key of the card that an event lays: in the hand of its seat if that is known, else on the pad.
 * @param {GameEvent} event
 * @param {MatchView} view
 * @param {Game | undefined} game
 */
export function leadKey(event, view, game) {
  const card = /** @type {string} */ (event.card);
  const zone = game?.zones?.[event.type];
  if (zone) return key(zone, event.seat, card);
  return isKnown(view, event.seat) ? key("hand", event.seat, card) : key("pad", "", card);
}

/**
 * @param {MatchView} view
 * @param {number | undefined} seat
 */
export const isKnown = (view, seat) =>
  seat !== undefined && view.hands[seat] !== null && view.hands[seat]?.length === view.hand_sizes[seat];

/**
 * Sorts the possible events by the way in which they are chosen.
 * @param {GameEvent[]} events
 * @param {MatchView} view
 * @param {readonly string[]} pack the cards of the game
 * @param {Game | undefined} game
 * @returns {Meanings}
 */
export function meaningsOf(events, view, pack, game) {
  const meanings = nothing();
  for (const event of events) {
    const choose = event.choose;
    if (!choose) {
      const keys = keysOf(event, view, game);
      if (keys.size > 0) meanings.moves.push({ event, keys });
      else meanings.plain.push(event);
    } else if (choose.max !== undefined && choose.cards && choose.exceed === undefined) {
      const zone = game?.zones?.[event.type] ?? "hand";
      const keys = new Set(/** @type {string[]} */ (choose.cards).map((card) => key(zone, event.seat, card)));
      meanings.subsets.push({
        entry: event,
        field: "cards",
        keys,
        min: choose.min,
        max: choose.max,
        isOrdered: game?.orderedEvents?.includes(event.type),
      });
    } else if (choose.max !== undefined && choose.exceed === undefined) {
      meanings.plain.push({ type: event.type, seat: event.seat });
    } else if (choose.sum !== undefined) {
      meanings.sums.push(event);
    } else if (openedBy(event)) {
      deals(meanings, event, pack);
    } else {
      meanings.forms.push(event);
    }
  }
  for (const move of meanings.moves)
    for (const one of move.keys) {
      const others = meanings.byKey.get(one);
      if (others) others.push(move);
      else meanings.byKey.set(one, [move]);
    }
  return meanings;
}

/**
 * The cards that a deal by hand lays open; null if there are none.
 * @param {GameEvent} event
 * @returns {OpenCards | null}
 */
function openedBy(event) {
  const [field, count] =
    Object.entries((event.type === "deal" && event.choose) || {}).find(([, one]) => typeof one === "number" && one > 0) ?? [];
  return field === undefined ? null : { field, count: Number(count) };
}

/**
 * A deal by hand is like a play: one card that is turned up is a move, several on the table are a choice of some.
 * @param {Meanings} meanings
 * @param {GameEvent} entry
 * @param {readonly string[]} pack
 */
function deals(meanings, entry, pack) {
  const { field, count } = (meanings.openCards = /** @type {OpenCards} */ (openedBy(entry)));
  const { choose: _, ...given } = entry;
  const keys = pack.map((card) => key(field, "", card));
  if (count > 1) meanings.subsets.push({ entry, field, keys: new Set(keys), min: count, max: count });
  else meanings.moves.push(...pack.map((card, i) => ({ event: { ...given, [field]: card }, keys: new Set([keys[i]]) })));
}

/**
 * @param {GameEvent} event
 * @param {MatchView} view
 * @param {Game | undefined} game
 */
function keysOf(event, view, game) {
  /** @type {Set<string>} */
  const keys = new Set();
  if (event.card !== undefined) keys.add(leadKey(event, view, game));
  for (const card of event.cards ?? []) keys.add(key("table", "", card));
  for (const heap of game?.heapsOf?.(event) ?? []) keys.add(key("heap", "", heap));
  return keys;
}

/**
 * True if a play may come. It is listed, or its cards and builds are among those of a play that has too many ways to list. The
 * service judges their sum.
 *
 * @param {Meanings} meanings
 * @param {GameEvent} play
 */
export const isAmong = ({ moves, sums }, play) =>
  moves.some(({ event }) => isSame(event, play)) || sums.some((one) => isChoiceOf(one, play));

/**
 * @param {GameEvent} one
 * @param {GameEvent} other
 */
const isSame = (one, other) =>
  Object.keys({ ...one, ...other }).every((field) => Array.isArray(one[field] ?? other[field]) || one[field] === other[field]) &&
  String([one.cards ?? [], one.builds ?? []]) === String([other.cards ?? [], other.builds ?? []]);

/**
 * @param {GameEvent} sum
 * @param {GameEvent} play
 */
function isChoiceOf({ choose, ...given }, play) {
  const cards = [...(choose?.cards ?? []), choose?.with];
  const [some, builds] = [play.cards ?? [], play.builds ?? []];
  return (
    Object.entries(given).every(([field, value]) => Array.isArray(value) || play[field] === value) &&
    some.length + builds.length > 0 &&
    some.length >= (choose?.min ?? 1) &&
    some.every((/** @type {string} */ card) => cards.includes(card)) &&
    (choose?.with === undefined || some.includes(choose.with)) &&
    builds.every((/** @type {string} */ build) => (choose?.builds ?? []).includes(build))
  );
}

/**
 * The moves that these picks can still mean.
 * @param {Meanings} meanings
 * @param {readonly string[]} picks
 */
export const fitting = (meanings, picks) =>
  (picks.length === 0 ? meanings.moves : (meanings.byKey.get(picks[0]) ?? [])).filter((move) =>
    picks.every((one) => move.keys.has(one)),
  );

/**
 * The moves that these picks mean exactly.
 * @param {Meanings} meanings
 * @param {readonly string[]} picks
 */
export const exact = (meanings, picks) =>
  picks.length === 0 ? [] : fitting(meanings, picks).filter((move) => move.keys.size === picks.length);

/**
 * The choices of some cards out of several that these picks can still mean.
 * @param {Meanings} meanings
 * @param {readonly string[]} picks
 */
export const open = (meanings, picks) =>
  meanings.subsets.filter((one) => picks.length <= one.max && picks.every((pick) => one.keys.has(pick)));

/**
 * The event of a choice of some cards, once there are enough of them.
 * @param {Subset} subset
 * @param {readonly string[]} picks
 * @param {readonly string[]} pack the cards of the game, in order
 * @returns {GameEvent | null}
 */
export function choiceOf(subset, picks, pack) {
  if (picks.length < subset.min || picks.length > subset.max) return null;
  const { choose, ...given } = subset.entry;
  const cards = picks.map(nameIn);
  return { ...given, [subset.field]: subset.isOrdered ? cards : inOrder(cards, pack) };
}

/**
 * @param {readonly string[]} cards
 * @param {readonly string[]} pack
 */
export const inOrder = (cards, pack) => [...cards].sort((one, other) => pack.indexOf(one) - pack.indexOf(other));

/**
 * The effect of a tap: the picks after it, and its event if the picks can mean nothing else.
 * @param {Meanings} meanings
 * @param {readonly string[]} picks
 * @param {string} tapKey
 * @returns {{picks: readonly string[], event: GameEvent | null}}
 */
export function tap(meanings, picks, tapKey) {
  if (picks.includes(tapKey)) return { picks: picks.filter((one) => one !== tapKey), event: null };
  const next = after(meanings, picks, tapKey);
  const moves = fitting(meanings, next);
  const only = moves.length === 1 && open(meanings, next).length === 0 ? moves[0].event : null;
  return { picks: next, event: only };
}

/**
 * The picks with one more; without those that cannot stand beside it.
 * @param {Meanings} meanings
 * @param {readonly string[]} picks
 * @param {string} tapKey
 */
function after(meanings, picks, tapKey) {
  const others = isLead(tapKey) && !open(meanings, [...picks, tapKey]).length ? picks.filter((one) => !isLead(one)) : picks;
  const all = [...others, tapKey];
  const fits = fitting(meanings, all).length > 0 || open(meanings, all).length > 0;
  if (fits) return all;
  if (isLead(tapKey)) return [tapKey];
  // The card that was chosen first makes room for one beyond the largest number.
  return open(meanings, all.slice(1)).length > 0 ? all.slice(1) : all;
}
