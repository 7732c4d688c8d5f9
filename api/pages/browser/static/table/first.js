/** The first requests of a table's page, and its storage. They run while its other modules still load. */

import { Api } from "../shared/api.js";
import { early } from "../shared/early.js";
import { serviceLanguage } from "../shared/language.js";
import { readBook } from "../shared/rulebook.js";
import { MatchStorage } from "../shared/storage.js";
import { Tab } from "../shared/tab.js";
import { tokenFor } from "../shared/token.js";
import { loadFonts } from "./fonts.js";

/**
 * @typedef {[
 *   import("../shared/types.js").MatchView,
 *   import("../shared/types.js").Legal,
 *   import("../shared/types.js").Ruleset,
 * ]} Opening
 */

const LAST = "referee.last";

export const match = matchIn(location.pathname.split("/")[2]);
export const api = new Api(tokenFor(match), serviceLanguage);
/** What this device keeps of the match. A database takes as long to open as a request to be answered. */
export const storage = new MatchStorage(match, new Tab(match));

/**
 * A match, the events that may come in it, and its rules. It asks for all it can at once, since on a slow network each question
 * costs as much as a tenth of the page.
 * @returns {Promise<Opening>}
 */
async function ask() {
  const at = `/v1/matches/${match}`;
  const view = /** @type {Promise<Opening[0]>} */ (api.get(at));
  return Promise.all([
    view,
    /** @type {Promise<Opening[1]>} */ (api.get(`${at}/legal`)),
    readBook(api, view),
  ]);
}

/**
 * The match of this page. The device remembers it. For `last`, the address of the installed page, it is the match that was
 * opened last.
 * @param {string} name
 */
function matchIn(name) {
  try {
    if (name !== "last") localStorage.setItem(LAST, name);
    else if (localStorage.getItem(LAST)) {
      history.replaceState(null, "", `/table/${localStorage.getItem(LAST)}${location.search}${location.hash}`);
      return localStorage.getItem(LAST) ?? name;
    }
  } catch {
    // A browser that keeps nothing installs nothing either.
  }
  return name;
}

/** The first answer, once. A later caller asks again. */
export const opening = early(ask);

loadFonts();
