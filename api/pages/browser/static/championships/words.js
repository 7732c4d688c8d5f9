/** The words of the page of a championship, one file a language. */

import { language } from "../shared/words.js";

/** @type {typeof import("./words/es.js").words} */
export const c = (await import(`./words/${language}.js`)).words;
