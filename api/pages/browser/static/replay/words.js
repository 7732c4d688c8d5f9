/** The words of the replay, in the page's language. */

export { words as r } from "./words/es.js";
