/** The words of line-ups of teams, in the page's language. */

export { words as l } from "./words/es.js";
