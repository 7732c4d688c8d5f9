/** The board's own words, one file a language. */

export { words as b } from "./words/es.js";
