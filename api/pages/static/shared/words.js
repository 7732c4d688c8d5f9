/** The words of the page's language, one file a language; the document says which. */

/** @typedef {typeof import("./words/es.js").words} Words */

export const language = document.documentElement.lang === "en" ? "en" : "es";

/** @type {Words} */
export const w = (await import(`./words/${language}.js`)).words;

/**
 * A text that exists in both languages, in the reader's.
 * @param {import("./types.js").Text} text
 */
export const told = (text) => text[language];

/**
 * @param {string[]} names
 */
export const joined = (names) =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${w.and} ${names[names.length - 1]}`;

/** @param {string} text */
export const capital = (text) => text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
