/** Matches at one time with the same people or at the same table, as many are given their times one after another. */

/** @typedef {{of: string, fixture: string}} Pair `of`: the match that was given a time; `fixture`: the other one */

/**
 * The warnings that hold after one more match was given its time: those about that match are told anew.
 * @template {Pair} P
 * @param {readonly P[]} warnings
 * @param {string} fixture
 * @param {readonly P[]} [more] what the service says of it
 * @returns {P[]}
 */
export const stillDouble = (warnings, fixture, more = []) => [
  ...warnings.filter((one) => one.of !== fixture && one.fixture !== fixture),
  ...more,
];
