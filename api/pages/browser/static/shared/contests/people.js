/** The names of people on a page. An erased person has none any more. */

import { k } from "./words.js";

/** @typedef {import("../types.js").Somebody} Somebody */

/**
 * The name of a person or a team, or both names of a pair. An erased person has a word in its place.
 * @param {Somebody} one
 * @returns {string}
 */
export const displayName = (one) => (one.players?.length && !one.team ? one.players.map(displayName).join(" / ") : (one.name ?? k.erased));

/** @param {readonly Somebody[]} all */
export const versus = (all) => all.map(displayName).join(" – ");

/**
 * The figures by which a list of results names one: board points where teams met, else points.
 * @param {{points?: readonly number[] | null, board_points?: readonly number[] | null} | null | undefined} result
 */
export const headlineOf = (result) => result?.board_points ?? result?.points ?? null;
