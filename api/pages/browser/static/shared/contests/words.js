/** The words of championships and contests, one file a language. */

import { language } from "../words.js";

/** @type {typeof import("./words/es.js").words} */
export const k = (await import(`./words/${language}.js`)).words;
