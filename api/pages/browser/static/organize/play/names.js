/** The names of a table's figures and steps: those of every contest, and those that a game counts beside them. */

import { gameOf } from "../../games/index.js";
import { decidedBy } from "../../shared/contests/standings.js";
import { k } from "../../shared/contests/words.js";

/** @param {string} ruleset @returns {Record<string, string>} */
export const talliesOf = (ruleset) => /** @type {any} */ (gameOf(ruleset))?.tallies ?? {};

/**
 * @param {string} name
 * @param {string} ruleset
 */
export const figureName = (name, ruleset) => k.figures[name]?.short ?? talliesOf(ruleset)[name] ?? k.steps[name] ?? "";

/**
 * @param {string} step
 * @param {string} ruleset
 */
export const stepName = (step, ruleset) => decidedBy(step, talliesOf(ruleset));
