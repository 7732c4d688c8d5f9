/** A championship as a page reads it: itself, its contests, their tables. The service sends only what has changed since. */

import { hasGroups, LONGEST, partPath } from "./parts.js";

/** @import * as openapi from "openapi" */
/** @typedef {import("../types.js").Championship} Championship */
/** @typedef {import("../types.js").Contest} Contest */
/** @typedef {import("../types.js").Standings} Standings */
/** @typedef {import("../types.js").Text} Text */
/**
 * @typedef {{
 *   championship: Championship,
 *   contests: readonly Contest[],
 *   standings: ReadonlyMap<string, Standings>,
 *   changes: ReadonlyMap<string, openapi.ChangesView>,
 *   titles: ReadonlyMap<string, Text>,
 * }} Whole
 */

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
 * @param {{results: boolean, changes?: boolean, inParts?: boolean}} wanted whether the tables of contests are wanted, and what was
 *   corrected in them; `inParts`: of long tables only the first rows
 * @returns {Promise<Whole>}
 */
export async function readWhole(api, id, { results, changes = false, inParts = false }) {
  const championshipRead = /** @type {Promise<Championship>} */ (api.again(`/v1/championships/${id}`));
  // Of all contests at once: on a slow network each question that waits for another's answer costs as much as a tenth of the page.
  const inside = async () => {
    const list = (await championshipRead).contests;
    const paths = list.map((one) => `/v1/contests/${one.id}`);
    const tablePaths = list.map((one) =>
      inParts && one.entrants > LONGEST ? partPath(one.id, { stage: 0, line: "" }) : `/v1/contests/${one.id}/standings`,
    );
    const all = (/** @type {string[]} */ of) => Promise.all(of.map((path) => /** @type {Promise<any>} */ (api.again(path))));
    const [views, tables, corrections] = await Promise.all([
      all(paths),
      all(results ? tablePaths : []),
      all(changes ? paths.map((path) => `${path}/changes`) : []),
    ]);
    // Groups are short each, and a part has no table of persons.
    const whole = tables.map((table, n) =>
      inParts && table.total !== undefined && (hasGroups(table) || views[n].teams) ? api.again(`${paths[n]}/standings`) : table,
    );
    return /** @type {[Contest[], Standings[], openapi.ChangesView[]]} */ ([views, await Promise.all(whole), corrections]);
  };
  /** @type {[Championship, ReadonlyMap<string, Text>, [Contest[], Standings[], openapi.ChangesView[]]]} */
  const [championship, titles, [contests, tables, changeViews]] = await Promise.all([championshipRead, titlesOf(api), inside()]);
  return { championship, contests, standings: byContest(tables), changes: byContest(changeViews), titles };
}

/**
 * @template {{contest: string}} T
 * @param {readonly T[]} all
 * @returns {ReadonlyMap<string, T>}
 */
const byContest = (all) => new Map(all.map((one) => [one.contest, one]));
