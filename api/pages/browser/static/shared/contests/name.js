/** The name of a contest. */

import { textOf } from "../words.js";

/** @import * as openapi from "openapi" */

/**
 * Its own name, or else that of its game.
 * @param {{name?: string | null, ruleset: string}} contest
 * @param {ReadonlyMap<string, openapi.Text>} titles of the games, by id
 * @returns {string}
 */
export function nameOf(contest, titles) {
  const title = titles.get(contest.ruleset);
  return contest.name ?? (title ? textOf(title) : contest.ruleset);
}
