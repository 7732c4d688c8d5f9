/** What the page of a table asks for first, asked while its other modules are still on their way. */

import { Api } from "../shared/api.js";
import { language } from "../shared/language.js";
import { tokenFor } from "../shared/token.js";

/** @typedef {[import("../shared/types.js").MatchView, import("../shared/types.js").Legal, import("../shared/types.js").Ruleset]} Opening */

export const match = location.pathname.split("/")[2];
export const api = new Api(tokenFor(match), language);

/**
 * A match, what may come in it, and its rules: as much at once as can be, since on a slow network each question costs as much as
 * a tenth of the page.
 * @returns {Promise<Opening>}
 */
export async function asked() {
  const at = `/v1/matches/${match}`;
  const view = /** @type {Promise<Opening[0]>} */ (api.get(at));
  return Promise.all([view, /** @type {Promise<Opening[1]>} */ (api.get(`${at}/legal`)), view.then((one) => api.get(`/v1/rulesets/${one.ruleset}`))]);
}

/** @type {Promise<Opening> | null} */
let first = asked();
// Whoever takes it hears why it failed; until then nobody does.
first.catch(() => undefined);

/** The first answer, once; whoever comes again asks again. */
export function opening() {
  const given = first ?? asked();
  first = null;
  return given;
}
