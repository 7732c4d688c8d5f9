/** The words of championships and contests, one file a language. */

export { words as k } from "./words/es.js";
