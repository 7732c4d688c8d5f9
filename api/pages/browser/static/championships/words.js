/** The words of the page of a championship, one file a language. */

export { words as c } from "./words/es.js";
