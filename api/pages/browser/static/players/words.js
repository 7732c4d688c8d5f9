/** The words of the page of a person, one file a language. */

export { words as p } from "./words/es.js";
