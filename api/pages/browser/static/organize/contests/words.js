/** The words of the choices about a new contest, in the page's language. */

export { choices as c } from "./words/es.js";
