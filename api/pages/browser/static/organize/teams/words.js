/** The words of contests of teams, in the page's language. */

export { words as t } from "./words/es.js";
