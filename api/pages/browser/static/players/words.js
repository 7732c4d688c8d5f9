/** The words of the page of a person, one file a language. */

import { language } from "../shared/words.js";

/** @type {typeof import("./words/es.js").words} */
export const p = (await import(`./words/${language}.js`)).words;
