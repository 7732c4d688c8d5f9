/** The words of the page of a series, one file a language. */

export { words as s } from "./words/es.js";
