/** The content of the page of a championship, requested before its other modules have arrived. */

import { Api } from "../shared/api.js";
import { readWhole } from "../shared/contests/reading.js";
import { loadCalendar } from "../shared/dates.js";
import { early } from "../shared/early.js";
import { serviceLanguage } from "../shared/language.js";
import { firstOf } from "../shared/lists.js";

/** @import * as openapi from "openapi" */
/** @typedef {import("../shared/lists.js").Part<openapi.GivenCard>} Cards */
/**
 * @typedef {import("../shared/contests/reading.js").Whole
 * & {cards: Cards, edition: openapi.ChampionshipEdition, balance: openapi.Balance}} Everything
 */

export const id = location.pathname.split("/")[2];
export const api = new Api(null, serviceLanguage);
/** The number of items of each list that the reader has asked for. */
export const sizes = { sanctions: 20 };

/** @returns {Promise<Everything>} */
export const read = early(async () => {
  const cards = /** @type {Promise<Cards>} */ (
    firstOf((path) => api.again(path), `/v1/sanctions?championship=${id}`, sizes.sanctions)
  );
  const edition = /** @type {Promise<openapi.ChampionshipEdition>} */ (api.again(`/v1/championships/${id}/series`));
  const balance = /** @type {Promise<openapi.Balance>} */ (api.again(`/v1/championships/${id}/balance`));
  const [whole, cardPart, editionView, balanceView] = await Promise.all([
    readWhole(api, id, { results: true, changes: true, inParts: true }),
    cards,
    edition,
    balance,
  ]);
  return { ...whole, cards: cardPart, edition: editionView, balance: balanceView };
});

loadCalendar();
