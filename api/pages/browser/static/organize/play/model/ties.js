/** A tie that waits for the organizers' word: its entrants, and the steps of the rulebook that left them level. */

/** @typedef {import("../../../shared/types.js").Row} Row */
/** @typedef {import("../../../shared/types.js").Contest} Contest */
/**
 * @typedef {{step: string, value: number | null}} LevelStep is a step that left all level, and the figure that all have; null if
 *   the table has no such figure
 */

/** @typedef {import("openapi").FormatView["rules"]} Rules are clauses, by step */

/** The columns that part a table's rows, by their steps. */
const COLUMNS = /** @type {const} */ ([
  ["points", "ptos"],
  ["points", "points"],
  ["diff", "diff"],
  ["f", "f"],
]);
/** The step after the columns, in a league: the table of the matches among the tied alone. */
const AMONG = "average";

/**
 * The rule by which a step parts rows, from the format.
 * @param {string} step
 * @param {Rules} rules those of the contest's format
 * @param {boolean} league true if the rows are those of a league
 */
export const ruleOf = (step, rules, league) => rules[step] ?? rules[league ? "league" : "match"];

/**
 * The steps in which these rows are level, in the order of the rules. It is empty if their figures differ. Then no tie of the
 * table waits, but a contest with too few entrants left.
 *
 * @param {readonly Row[]} rows
 * @param {Rules} rules those of the contest's format
 * @returns {LevelStep[]}
 */
export function levelSteps(rows, rules) {
  const figures = rows.map((row) => /** @type {Record<string, any>} */ (row));
  const level = (/** @type {string} */ name) =>
    figures[0]?.[name] !== undefined && figures.every((row) => row[name] === figures[0][name]);
  const league = figures[0]?.ptos !== undefined;
  if (!level(league ? "ptos" : "points")) return [];
  const columns = COLUMNS.filter(([, name]) => level(name)).map(([step, name]) => ({ step, value: figures[0][name] }));
  const figureNames = Object.keys(figures[0]).filter((name) => !KNOWN.has(name) && level(name));
  const cards = "sanctions" in rules && level("sanctions") ? [{ step: "sanctions", value: figures[0].sanctions }] : [];
  return [
    ...columns,
    ...figureNames.map((name) => ({ step: name, value: figures[0][name] })),
    ...cards,
    ...(league ? [{ step: AMONG, value: null }] : []),
  ];
}

/** Fields of a row that are no step, or have an order of their own. */
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
 * The order of the taps so far. The rows without a tap share the last place.
 * @param {readonly string[]} entrants
 * @param {readonly string[]} taps
 * @returns {string[][] | null} null while it says nothing
 */
export function orderOf(entrants, taps) {
  const left = entrants.filter((one) => !taps.includes(one));
  if (taps.length === 0) return null;
  return [...taps.map((one) => [one]), ...(left.length > 0 ? [left] : [])];
}
