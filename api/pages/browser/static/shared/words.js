/** The words of the page's language, one file a language. */

import { language } from "./language.js";
import { words as w } from "./words/es.js";

export { language } from "./language.js";

/** @typedef {typeof w} Words */

export { w };

/**
 * The reader's version of a text that exists in both languages. Names for programs stand in quotation marks.
 * @param {import("./types.js").Text} text
 */
export const textOf = (text) => text[language].replace(/`([^`]+)`/g, w.quoted("$1"));

/**
 * Several names in one phrase.
 * @param {string[]} names
 */
export const joinNames = (names) =>
  names.length < 2
    ? names.join("")
    : `${names.slice(0, -1).join(", ")} ${w.and(names[names.length - 1] ?? "")} ${names[names.length - 1]}`;

/**
 * The number of the last trick of a hand, or of the one on the table, in words.
 * @param {readonly number[]} tricks tricks, by seat or side
 * @param {readonly string[]} trick
 */
export function progressOf(tricks, trick) {
  const number = tricks.reduce((sum, n) => sum + n, 0) + (trick.length > 0 ? 1 : 0);
  return number > 0 ? w.progress.trick(number) : null;
}

/** @param {string} text */
export const capital = (text) => text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
