/** The content of the page of two people, requested before its other modules have arrived. */

import { Api } from "../shared/api.js";
import { titlesOf } from "../shared/contests/reading.js";
import { early } from "../shared/early.js";
import { serviceLanguage } from "../shared/language.js";
import { firstOf } from "../shared/lists.js";

/** @import * as openapi from "openapi" */
/** @typedef {import("../shared/types.js").Text} Text */
/**
 * @template T
 * @typedef {import("../shared/lists.js").Part<T>} Part
 */
/**
 * @typedef {{
 *   player: openapi.Somebody,
 *   against: openapi.Somebody,
 *   totals: openapi.Meetings,
 *   matches: Part<openapi.Meeting>,
 *   titles: ReadonlyMap<string, Text>,
 * }} Meeting
 */

const [, , id, , other] = location.pathname.split("/");
/** The API's path of the matches of the two. */
export const path = `/v1/players/${id}/against/${other}`;
const api = new Api(null, serviceLanguage);
/** The number of matches that the reader has asked for. */
export const sizes = { matches: 20 };

/** @returns {Promise<Meeting>} */
async function ask() {
  /** @type {openapi.MeetingPage[]} */
  const pages = [];
  const read = async (/** @type {string} */ address) => {
    pages.push(/** @type {openapi.MeetingPage} */ (await api.again(address)));
    return pages[pages.length - 1];
  };
  const [matches, titles] = await Promise.all([firstOf(read, path, sizes.matches), titlesOf(api)]);
  const { player, against, totals } = pages[0];
  return { player, against, totals, matches, titles };
}

export const read = early(ask);
