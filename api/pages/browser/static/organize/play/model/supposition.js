/** The effect of a decision of which only the outcome is known: the whole supposed state, against the whole present state. */

/** @import * as api from "openapi" */
/** @typedef {import("../../../shared/types.js").Row} Row */
/** @typedef {import("./changes.js").Difference} Difference */
/** @typedef {Pick<api.ContestView, "phase" | "qualified" | "podium" | "settlement">} Standing */
/**
 * @typedef {{tables: readonly (readonly Row[])[], general: readonly api.GeneralRowView[]}} Tables are those of a contest, and
 *   the general table
 */

/**
 * The difference, in the form of a decision's answer.
 * @param {Standing} contest
 * @param {Tables} now
 * @param {Tables & {podium: api.PodiumView[], settlement?: api.SettlementView | null}} then
 * @returns {Difference}
 */
export function differenceBetween(contest, now, then) {
  const [before, after] = [now.tables.flat(), then.tables.flat()];
  return {
    // The progress of the contest is not told: the places and the podium say all that matters of it.
    phase: { before: contest.phase, after: contest.phase },
    rows: rowChanges(before, after),
    through: { before: contest.qualified, after: after.filter((row) => row.qualified).map((row) => row.player) },
    podium: { before: contest.podium, after: then.podium },
    ...(then.settlement === undefined ? {} : { settlement: { before: contest.settlement ?? null, after: then.settlement } }),
    general: rowChanges(now.general, then.general),
  };
}

/**
 * The rows that have changed, in the order after.
 * @template {{player: api.Somebody}} R
 * @param {readonly R[]} before
 * @param {readonly R[]} after
 */
function rowChanges(before, after) {
  const of = (/** @type {readonly R[]} */ rows, /** @type {string} */ id) => rows.find((row) => row.player.id === id) ?? null;
  const ids = [...new Set([...after, ...before].map((row) => row.player.id))];
  return ids
    .map((id) => ({ before: of(before, id), after: of(after, id) }))
    .filter((row) => JSON.stringify(row.before) !== JSON.stringify(row.after))
    .map((row) => ({ player: /** @type {R} */ (row.after ?? row.before).player, ...row }));
}
