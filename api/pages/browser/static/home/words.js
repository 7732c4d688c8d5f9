/** The words of the front page, one file a language. */

import { language } from "../shared/words.js";

/** @type {typeof import("./words/es.js").words} */
export const h = (await import(`./words/${language}.js`)).words;
