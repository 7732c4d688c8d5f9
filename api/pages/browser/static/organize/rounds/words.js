/** The words of the rounds of a contest, in the page's language. */

export { words as r } from "./words/es.js";
