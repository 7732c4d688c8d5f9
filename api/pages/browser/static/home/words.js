/** The words of the front page, one file a language. */

export { words as h } from "./words/es.js";
