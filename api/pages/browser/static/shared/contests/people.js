/** People as they are shown: an erased person has no name any more. */

import { k } from "./words.js";

/** @typedef {import("../types.js").Somebody} Somebody */

/**
 * A person's name, or those of a pair: one of whom may have been erased.
 * @param {Somebody} one
 * @returns {string}
 */
export const who = (one) => (one.players?.length ? one.players.map(who).join(" / ") : (one.name ?? k.erased));

/** @param {readonly Somebody[]} all */
export const versus = (all) => all.map(who).join(" – ");
