/**
 * The words of the decisions during the play. They are in the same file as the other words of these pages, so that one answer
 * has all.
 */

import { language } from "../../shared/words.js";

/** @type {typeof import("../words/es.js").play} */
export const p = (await import(`../words/${language}.js`)).play;
