/** The rulebook of one match: that of its ruleset, changed by the house rules with which it was opened. */

/** @import * as api from "openapi" */
/** @typedef {import("./types.js").Ruleset} Ruleset */
/** @typedef {Record<string, any>} Params */
/**
 * @typedef {{rule: api.HouseRule, value: string | number, option: api.HouseValue | undefined}} HouseRuleValue `option`: the value in
 *   words, where it is one of a few
 */

/**
 * The house rules of a match or a contest, each with its value.
 * @param {Ruleset} book
 * @param {Params} params
 * @returns {HouseRuleValue[]}
 */
export const houseRules = (book, params) =>
  (book.house_rules ?? [])
    .filter(({ param, usual }) => (params[param] ?? usual) !== usual)
    .map((rule) => ({ rule, value: params[rule.param], option: rule.values.find((one) => one.value === params[rule.param]) }));

/**
 * The settings of a match or a contest that are unusual in its game.
 * @param {Ruleset} book
 * @param {Params} params
 * @returns {{rule: api.Setting, value: string | number | boolean, option: api.HouseValue | undefined}[]}
 */
export const settings = (book, params) =>
  // A rulebook that was kept before rulebooks said so has none.
  (book.settings ?? [])
    .map((rule) => ({
      rule,
      value: params[rule.param],
      usual: /** @type {Params} */ (book.params.properties)[rule.param]?.default,
      option: rule.values.find((one) => one.value === params[rule.param]),
    }))
    .filter(({ value, usual }) => (value ?? null) !== null && value !== usual);

/** The ruleset that the document names; undefined where it names none. A document that the device kept may be of another match. */
const documentRuleset = /** @type {HTMLMetaElement | null} */ (document.querySelector('meta[name="ruleset"]'))?.content;

/**
 * Reads the rulebook of a match, together with the match where the document names its ruleset. Throws Problem and Unreachable.
 * @param {import("./api.js").Api} api
 * @param {Promise<{ruleset: string, params: Params}>} reading of the match
 */
export async function readBook(api, reading) {
  const read = (/** @type {string} */ id) => /** @type {Promise<Ruleset>} */ (api.get(`/v1/rulesets/${id}`));
  const early = documentRuleset === undefined ? undefined : read(documentRuleset);
  // It may fail before the match is there, or for a ruleset that is not that of the match.
  early?.catch(() => undefined);
  const { ruleset, params } = await reading;
  return bookOf(await (early && ruleset === documentRuleset ? early : read(ruleset)), params);
}

/**
 * The rulebook of one match: its own cards, and beside each clause of the paper the clause of a house rule in its place.
 * @param {Ruleset} book
 * @param {Params} params
 * @returns {Ruleset}
 */
function bookOf(book, params) {
  const all = houseRules(book, params);
  const cards = all.find(({ option }) => option?.cards)?.option?.cards ?? book.cards;
  const clauses = book.clauses.map((clause) => {
    const instead = all.filter(({ rule }) => rule.changes.includes(clause.code)).map(({ rule }) => rule.clause);
    return {
      ...clause,
      es: [clause, ...instead].map((one) => one.es).join(" "),
      en: [clause, ...instead].map((one) => one.en).join(" "),
    };
  });
  return { ...book, cards, clauses: [...clauses, ...all.map(({ rule }) => rule.clause)] };
}
