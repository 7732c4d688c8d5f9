/** People as they are shown: an erased person has no name any more. */

import { joined } from "../words.js";
import { k } from "./words.js";

/** @typedef {import("../types.js").Somebody} Somebody */

/**
 * A person's name, or those of a pair.
 * @param {Somebody} one
 * @returns {string}
 */
export const who = (one) => one.name ?? (one.players?.length ? joined(one.players.map(who)) : k.erased);

/** @param {readonly Somebody[]} all */
export const versus = (all) => all.map(who).join(" – ");
