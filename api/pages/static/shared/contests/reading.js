/** A championship as a page reads it: itself, its contests, their tables. What has not changed since is not sent again. */

/** @typedef {import("../types.js").Championship} Championship */
/** @typedef {import("../types.js").Contest} Contest */
/** @typedef {import("../types.js").Standings} Standings */
/** @typedef {import("../types.js").Text} Text */
/** @typedef {{championship: Championship, contests: readonly Contest[], standings: ReadonlyMap<string, Standings>, titles: ReadonlyMap<string, Text>}} Whole */

/**
 * The titles of all games, by ruleset.
 * @param {import("../api.js").Api} api
 * @returns {Promise<ReadonlyMap<string, Text>>}
 */
export async function titlesOf(api) {
  /** @type {{items: {id: string, title: Text}[]}} */
  const { items } = await api.again("/v1/rulesets");
  return new Map(items.map((one) => [one.id, one.title]));
}

/**
 * @param {import("../api.js").Api} api
 * @param {string} id of the championship
 * @param {{results: boolean}} wanted whether the tables of contests are wanted
 * @returns {Promise<Whole>}
 */
export async function readWhole(api, id, { results }) {
  /** @type {[Championship, ReadonlyMap<string, Text>]} */
  const [championship, titles] = await Promise.all([api.again(`/v1/championships/${id}`), titlesOf(api)]);
  const ids = championship.contests.map((one) => one.id);
  const contests = await Promise.all(ids.map((contest) => /** @type {Promise<Contest>} */ (api.again(`/v1/contests/${contest}`))));
  const tables = await Promise.all(results ? ids.map((contest) => /** @type {Promise<Standings>} */ (api.again(`/v1/contests/${contest}/standings`))) : []);
  return { championship, contests, standings: new Map(tables.map((one) => [one.contest, one])), titles };
}
