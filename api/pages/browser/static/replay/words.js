/** The words of the replay, in the page's language. */

import { language } from "../shared/words.js";

/** @typedef {typeof import("./words/es.js").words} Words */

/** @type {Words} */
export const r = (await import(`./words/${language}.js`)).words;
