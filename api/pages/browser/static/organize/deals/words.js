/** The words of contests with the same deals at every table, in the page's language. */

export { words as d } from "./words/es.js";
