/** The same deals at every table in a form: what was agreed of them, and the choices of a format that they leave out. */

/** @typedef {{hands: number | null, scoring: "matchpoints" | "difference"}} DealTerms `hands`: null while nothing is written */

/** What was made with the same cards takes the place of these: a format refuses them beside it (duplicate.deals). */
export const REPLACED = ["points", "score", "cap", "scale", "strike"];

/**
 * The choices of a format without those that were replaced.
 * @param {Record<string, any>} options
 */
export const withoutReplaced = (options) => ({ ...options, ...Object.fromEntries(REPLACED.map((one) => [one, undefined])) });
