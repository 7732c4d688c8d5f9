/** The words of the page's language, one file a language. */

import { language, serviceLang, serviceLanguage } from "./language.js";
import { sayings } from "./words/plays/sayings.js";
import { words } from "./words/es.js";

export { language } from "./language.js";

/** @typedef {typeof words} Words */

export const w = { ...words, ...sayings(words) };

/**
 * The reader's version of a text that exists in both languages of the service. Names for programs stand in quotation marks.
 * @param {import("./types.js").Text} text
 */
export const textOf = (text) => (w.terms[text.es] ?? text[serviceLanguage]).replace(/`([^`]+)`/g, w.quoted("$1"));

/**
 * The `lang` of an element with such a text; none where it is in the language of the page.
 * @param {import("./types.js").Text} text
 */
export const langOf = (text) => (text.es in w.terms ? undefined : serviceLang);

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
