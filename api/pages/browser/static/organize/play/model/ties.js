/** A tie that waits for the organizers' word: who is tied, and which steps of the rulebook were tried and left them level. */

/** @typedef {import("../../../shared/types.js").Row} Row */
/** @typedef {import("../../../shared/types.js").Contest} Contest */
/**
 * @typedef {{step: string, value: number | null}} Tried a step that parted nobody, and the figure that all of them have; null
 *   where it is not one of the table's
 */

/** @typedef {import("openapi").FormatView["rules"]} Rules clauses, by step */

/** The columns that part a table's rows, by the step they belong to. */
const COLUMNS = /** @type {const} */ ([
  ["points", "ptos"],
  ["points", "points"],
  ["diff", "diff"],
  ["f", "f"],
]);
/** What comes after the columns, in a league: the table of the matches among the tied alone. */
const AMONG = "average";

/**
 * The rule by which a step parts rows, as the format says.
 * @param {string} step
 * @param {Rules} rules those of the contest's format
 * @param {boolean} league whether the rows are those of a league
 */
export const ruleOf = (step, rules, league) => rules[step] ?? rules[league ? "league" : "match"];

/**
 * The steps in which these rows are level, in the order in which the rules ask for them. Empty where their figures differ: then
 * it is no tie of the table that waits, but a contest that too few stayed in.
 *
 * @param {readonly Row[]} rows
 * @param {Rules} rules those of the contest's format
 * @returns {Tried[]}
 */
export function tried(rows, rules) {
  const figures = rows.map((row) => /** @type {Record<string, any>} */ (row));
  const level = (/** @type {string} */ name) =>
    figures[0]?.[name] !== undefined && figures.every((row) => row[name] === figures[0][name]);
  const league = figures[0]?.ptos !== undefined;
  if (!level(league ? "ptos" : "points")) return [];
  const columns = COLUMNS.filter(([, name]) => level(name)).map(([step, name]) => ({ step, value: figures[0][name] }));
  const told = Object.keys(figures[0]).filter((name) => !KNOWN.has(name) && level(name));
  const cards = "sanctions" in rules && level("sanctions") ? [{ step: "sanctions", value: figures[0].sanctions }] : [];
  return [
    ...columns,
    ...told.map((name) => ({ step: name, value: figures[0][name] })),
    ...cards,
    ...(league ? [{ step: AMONG, value: null }] : []),
  ];
}

/** Fields of a row that are no step, or are asked for in an order of their own. */
const KNOWN = new Set([
  "place",
  "player",
  "sanctions",
  "decided_by",
  "above_by",
  "qualified",
  "j",
  "g",
  "p",
  "f",
  "c",
  "ptos",
  "diff",
  "points",
]);

/**
 * The order that was tapped so far, with what is left behind it sharing the last place.
 * @param {readonly string[]} tied
 * @param {readonly string[]} tapped
 * @returns {string[][] | null} null while it says nothing
 */
export function orderOf(tied, tapped) {
  const left = tied.filter((one) => !tapped.includes(one));
  if (tapped.length === 0) return null;
  return [...tapped.map((one) => [one]), ...(left.length > 0 ? [left] : [])];
}
