/** House rules under a name, in a form: those of its values, or of another author's file. */

/** @import * as api from "openapi" */
/** @typedef {Record<string, any>} Params */
/**
 * @typedef {{name: string, author: string, note: string, file: api.NamedHouse | null}} House holds the fields of the form;
 *   `file`: the file, while the form has the same values
 */

/** House rules without a name. @type {House} */
export const NO_HOUSE = { name: "", author: "", note: "", file: null };

/**
 * The part of a body for the house rules: the file as it came, the values that were named here, or nothing.
 * @param {House} house
 * @param {string} ruleset
 * @param {Params} values
 * @returns {{house?: api.NamedHouse}}
 */
export function houseOf({ name, author, note, file }, ruleset, values) {
  if (file) return { house: file };
  const params = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null));
  if (name.trim() === "" || Object.keys(params).length === 0) return {};
  return {
    house: {
      name: name.trim(),
      author: author.trim(),
      ...(note.trim() === "" ? {} : { note: note.trim() }),
      ruleset: /** @type {api.NamedHouse["ruleset"]} */ (ruleset),
      params,
    },
  };
}

/**
 * The house rules after a change of the form. Rules from a file that differ now are no longer those that the author signed.
 * @param {House} house
 * @param {Params} values
 */
export const after = (house, values) =>
  house.file && Object.entries(house.file.params).some(([name, value]) => values[name] !== value) ? NO_HOUSE : house;
