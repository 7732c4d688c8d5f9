/** The words of the page of two people, one file a language. */

import { language } from "../shared/words.js";

/** @type {typeof import("./words/es.js").words} */
export const m = (await import(`./words/${language}.js`)).words;
