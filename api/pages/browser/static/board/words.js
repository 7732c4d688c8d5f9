/** The board's own words, one file a language. */

import { language } from "../shared/words.js";

/** @type {typeof import("./words/es.js").words} */
export const b = (await import(`./words/${language}.js`)).words;
