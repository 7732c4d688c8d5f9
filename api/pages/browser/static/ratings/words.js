/** The words of the page of ratings, one file a language. */

import { language } from "../shared/words.js";

/** @type {typeof import("./words/es.js").words} */
export const r = (await import(`./words/${language}.js`)).words;
