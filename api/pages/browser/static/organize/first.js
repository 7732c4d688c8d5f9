/** The first requests of the organizer's page. They run while its other modules still load. */

import { Api } from "../shared/api.js";
import { loadCalendar } from "../shared/dates.js";
import { early } from "../shared/early.js";
import { serviceLanguage } from "../shared/language.js";
import { keptToken, tokenFor } from "../shared/token.js";
import { rightsOf } from "../shared/rights.js";

/** @import * as openapi from "openapi" */

/** The name under which the device keeps the token of the whole service. It keeps that of one championship under its id. */
export const SERVICE = "organize";
/** The championship; null at the door, before one is chosen. */
export const id = location.pathname.split("/")[2] || null;
export const api = new Api(tokenFor(id ?? SERVICE) ?? keptToken(SERVICE), serviceLanguage);

/** The rights of the reader, and the games and formats that there are. */
export const opening = early(() =>
  Promise.all([
    rightsOf(api),
    /** @type {Promise<openapi.RulesetList>} */ (api.get("/v1/rulesets")),
    /** @type {Promise<openapi.FormatList>} */ (api.get("/v1/formats")),
  ]),
);

/** The championship and its contests; null before one is chosen. */
export const championship = early(async () => {
  if (!id) return null;
  /** @type {openapi.ChampionshipView} */
  const view = await api.get(`/v1/championships/${id}`);
  const contests = await Promise.all(
    view.contests.map((one) => /** @type {Promise<openapi.ContestView>} */ (api.get(`/v1/contests/${one.id}`))),
  );
  return { view, contests };
});

loadCalendar();
