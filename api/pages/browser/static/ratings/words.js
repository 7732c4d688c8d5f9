/** The words of the page of ratings, one file a language. */

export { words as r } from "./words/es.js";
