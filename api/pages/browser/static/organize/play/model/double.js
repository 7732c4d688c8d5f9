/** Matches at one time with the same people or at the same table, while many matches get their times one after another. */

/**
 * @typedef {{of: string, fixture: string}} Pair is a warning of two matches. `of`: the match that was given a time; `fixture`:
 *   the other one
 */

/**
 * The warnings that hold after one more match has its time. Those about that match are told anew.
 * @template {Pair} P
 * @param {readonly P[]} warnings
 * @param {string} fixture
 * @param {readonly P[]} [more] the warnings of the service about it
 * @returns {P[]}
 */
export const stillDouble = (warnings, fixture, more = []) => [
  ...warnings.filter((one) => one.of !== fixture && one.fixture !== fixture),
  ...more,
];
