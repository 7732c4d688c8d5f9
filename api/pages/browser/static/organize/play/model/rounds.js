/** The pairs of a round while they are changed by hand, and what decided a pair. It has no words. */

/** @import * as api from "openapi" */
/**
 * @typedef {{pairs: readonly (readonly string[])[], rest: string | null, rests?: readonly string[]}} Arrangement has the entrants
 *   of each table and the entrant that rests, by their ids; where partners change, or all play alone, the four persons of each
 *   table, those across from each other one after the other, and the persons that rest
 */

/** The levels of a cost, in the order in which they decide. */
export const LEVELS = /** @type {const} */ (["lives", "repeats", "ages", "apart", "bye", "differences", "halves", "lots"]);

/**
 * The pairs of a round as they stand.
 * @param {api.RoundView} round
 * @returns {Arrangement}
 */
export const arrangementOf = (round) => ({
  pairs: round.pairs.map((pair) => byPair(pair.entrants).flatMap((one) => (round.partners && one.players) || [one]).map((one) => one.id)),
  rest: round.rest?.player.id ?? null,
  rests: (round.rests ?? []).map((one) => one.player.id),
});

/**
 * Entrants by seat; of four, those across from each other one after the other.
 * @template T
 * @param {readonly T[]} entrants
 */
const byPair = (entrants) => (entrants.length > 2 ? [0, 2, 1, 3].map((seat) => entrants[seat]) : entrants);

/**
 * The sides of a table: the entrants, or partners together.
 * @template T
 * @param {readonly T[]} pair
 */
export const sidesOf = (pair) => (pair.length > 2 ? [pair.slice(0, 2), pair.slice(2)] : pair.map((one) => [one]));

/**
 * The pairs and the rests as the service takes them.
 * @param {Arrangement} arrangement
 */
export const bodyOf = ({ pairs, rest, rests = [] }) => ({
  pairs: pairs.map((pair) => (pair.length > 2 ? sidesOf(pair) : pair)),
  rest,
  rests,
});

/**
 * The pairs after two entrants have changed places. The one that rests may be one of them.
 * @param {Arrangement} arrangement
 * @param {string} one
 * @param {string} other
 * @returns {Arrangement}
 */
export function swap({ pairs, rest, rests }, one, other) {
  const after = (/** @type {string} */ id) => (id === one ? other : id === other ? one : id);
  return { pairs: pairs.map((pair) => pair.map(after)), rest: rest === null ? null : after(rest), rests: rests?.map(after) };
}

/**
 * The places that are not as before: the tables, from 0, and -1 for the rest.
 * @param {Arrangement} before
 * @param {Arrangement} after
 */
export function changedPlaces(before, after) {
  const tables = after.pairs.flatMap((pair, n) => (isSame(pair, before.pairs[n]) ? [] : [n]));
  const isSameRest = before.rest === after.rest && isSameGroup(before.rests ?? [], after.rests ?? []);
  return isSameRest ? tables : [...tables, -1];
}

/** True if two meet in both, at whichever side. @param {readonly string[]} one @param {readonly string[]} other */
const isSame = (one, other) => sidesOf(one).every((side) => sidesOf(other).some((those) => isSameGroup(side, those)));

/** True if both have the same ids, in any order. @param {readonly string[]} one @param {readonly string[]} other */
const isSameGroup = (one, other) => one.every((id) => other.includes(id));

/**
 * The level at which the next best pairing is worse; "better" if it is not worse, null if there is none.
 * @param {Partial<Record<string, number>> | null} next
 * @returns {typeof LEVELS[number] | "better" | null}
 */
export function decisiveLevel(next) {
  if (!next) return null;
  const level = LEVELS.find((one) => (next[one] ?? 0) !== 0);
  return level && (next[level] ?? 0) > 0 ? level : "better";
}
