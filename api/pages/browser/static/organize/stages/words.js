/** The words of the stages of a contest, in the page's language. */

export { words as s } from "./words/es.js";
