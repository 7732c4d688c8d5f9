/**
 * What is said aloud of each game, beside its acts: its own events, in its own words. Shared code never asks which game it is.
 *
 * @typedef {import("../../shared/types.js").MatchView} MatchView
 * @typedef {{fact: string, [field: string]: any}} Fact
 * @typedef {{seat: (seat: number) => string, side: (side: number) => string}} Names
 */

import { casino } from "./casino.js";
import { corona } from "./corona.js";
import { escoba } from "./escoba.js";
import { guinote } from "./guinote.js";
import { hearts } from "./hearts.js";

/**
 * @template {MatchView} [View=any] the view of its matches
 * @typedef {object} Aloud
 * @property {readonly string[]} open the events with cards that lie open from then on. The cards of any other event are in a
 *   hand, and are not named
 * @property {Record<string, (fact: any, names: Names) => string | null>} facts the facts that are said, by their names
 * @property {(before: View, after: View) => (string | null)[]} between what an event changed, in the order of saying it
 */

/** @type {Record<string, Aloud>} */
const FAMILIES = { casino, corona, escoba, guinote, hearts, scopa: escoba, scopone: escoba };

/**
 * The game of a ruleset, by the first part of its id.
 * @param {string} ruleset
 * @returns {Aloud | undefined}
 */
export const aloudOf = (ruleset) => FAMILIES[ruleset.split(".")[0]];
