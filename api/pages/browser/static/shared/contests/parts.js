/** The tables of a contest in parts, as the service gives them. */

/** @typedef {import("../types.js").Standings} Standings */
/** @typedef {{stage: number, line: string}} Address of a table: its stage, 0 for the contest's own, and its line or none */

/** Rows of a part. */
export const ROWS = 50;
/** Rows of the longest table that a page shows at once. */
export const LONGEST = 100;

/** True if an answer has rows of one of its tables only. @param {Standings} standings */
export const isPart = (standings) => standings.total !== undefined;

/**
 * True if an answer is of tables that are shown whole: groups, each of which is short.
 * @param {Standings} standings
 */
export const hasGroups = ({ groups, stages }) => [groups, ...(stages ?? []).map((one) => one.groups)].some(Boolean);

/**
 * The rows of a table in an answer.
 * @param {Standings} standings
 * @param {Address} table
 */
export function tableAt(standings, { stage, line }) {
  const own = stage > 0 ? (standings.stages ?? [])[stage - 1] : standings;
  return (line ? own?.lines?.find((one) => one.line === line) : own)?.rows ?? [];
}

/**
 * The address of a table, by its rows in an answer.
 * @param {Standings} standings
 * @param {unknown} rows
 * @returns {Address}
 */
export function addressOf(standings, rows) {
  for (const [stage, one] of [standings, ...(standings.stages ?? [])].entries()) {
    const line = one.lines?.find((own) => own.rows === rows)?.line;
    if (line || one.rows === rows) return { stage, line: line ?? "" };
  }
  return { stage: 0, line: "" };
}

/**
 * The path of a part of a table.
 * @param {string} contest
 * @param {Address} table
 * @param {{cursor: string} | {player: string}} [place]
 */
export function partPath(contest, { stage, line }, place) {
  const query = { limit: String(ROWS), ...(stage ? { stage: String(stage) } : {}), ...(line ? { line } : {}), ...place };
  return `/v1/contests/${contest}/standings?${new URLSearchParams(query)}`;
}
