/** The words that are only said aloud, in the page's language. */

export { words as s } from "./words/es.js";
