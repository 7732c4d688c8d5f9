/** The words of the decisions during the play. They are in the same file as the other words of these pages. */

export { play as p } from "../words/es.js";
