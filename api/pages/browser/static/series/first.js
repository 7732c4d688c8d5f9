/** The content of the page of a series, requested before its other modules have arrived. */

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
 *   series: openapi.SeriesView,
 *   medals: Part<openapi.MedalRow>,
 *   table: Part<openapi.AllTimeRow>,
 *   cards: Part<openapi.GivenCard>,
 *   balance: openapi.Balance,
 *   titles: ReadonlyMap<string, Text>,
 * }} Everything
 */

export const id = location.pathname.split("/")[2];
const api = new Api(null, serviceLanguage);
/** The number of items of each list that the reader has asked for. */
export const sizes = { medals: 20, table: 20, sanctions: 10 };

/** @returns {Promise<Everything>} */
async function ask() {
  const again = (/** @type {string} */ path) => /** @type {Promise<any>} */ (api.again(path));
  /**
   * @type {[
   *   openapi.SeriesView,
   *   Everything["medals"],
   *   Everything["table"],
   *   Everything["cards"],
   *   openapi.Balance,
   *   Everything["titles"],
   * ]}
   */
  const [series, medals, table, cards, balance, titles] = await Promise.all([
    again(`/v1/series/${id}`),
    firstOf(again, `/v1/series/${id}/medals`, sizes.medals),
    firstOf(again, `/v1/series/${id}/table`, sizes.table),
    firstOf(again, `/v1/sanctions?series=${id}`, sizes.sanctions),
    again(`/v1/series/${id}/balance`),
    titlesOf(api),
  ]);
  return { series, medals, table, cards, balance, titles };
}

export const read = early(ask);
