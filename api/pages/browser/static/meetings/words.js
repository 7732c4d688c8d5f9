/** The words of the page of two people, one file a language. */

export { words as m } from "./words/es.js";
