/** The words of the page of a series, one file a language. */

import { language } from "../shared/words.js";

/** @type {typeof import("./words/es.js").words} */
export const s = (await import(`./words/${language}.js`)).words;
