/** The content of the page of ratings, requested before its other modules have arrived. */

import { Api } from "../shared/api.js";
import { titlesOf } from "../shared/contests/reading.js";
import { early } from "../shared/early.js";
import { serviceLanguage } from "../shared/language.js";
import { firstOf } from "../shared/lists.js";

/** @import * as openapi from "openapi" */
/** @typedef {import("../shared/types.js").Text} Text */
/** @typedef {{ratings: import("../shared/lists.js").Part<openapi.RatedPlayer>, titles: ReadonlyMap<string, Text>}} Ratings */

const api = new Api(null, serviceLanguage);
const address = new URLSearchParams(location.search);
/** The number of rows that the reader has asked for. */
export const sizes = { ratings: 50 };
/** The choice of ratings: of a game, or of all; as of a day (`2026-05-01`), or now; of a championship's players, or of all. */
export const choice = {
  ruleset: address.get("ruleset") ?? "",
  day: dayOf(address.get("day")),
  championship: address.get("championship") ?? "",
};

/**
 * The day in an address; empty if there is none.
 * @param {string | null} text
 */
function dayOf(text) {
  return text && !Number.isNaN(Date.parse(`${text}T12:00`)) ? text : "";
}

/** The query in the form of the API. A day ends with its last moment by the clocks here. */
export function query() {
  const { ruleset, day, championship } = choice;
  const at = day && new Date(`${day}T23:59:59.999`).toISOString();
  return new URLSearchParams(Object.entries({ ruleset, at, championship }).filter(([, value]) => value)).toString();
}

/** @returns {Promise<Ratings>} */
async function ask() {
  const again = (/** @type {string} */ path) => /** @type {Promise<any>} */ (api.again(path));
  /** @type {[Ratings["ratings"], Ratings["titles"]]} */
  const [ratings, titles] = await Promise.all([firstOf(again, `/v1/ratings?${query()}`, sizes.ratings), titlesOf(api)]);
  return { ratings: ratings, titles };
}

export const read = early(ask);
