/** The round of a contest that is played now. */

/** @typedef {import("../types.js").Contest} Contest */
/** @typedef {import("../types.js").Fixture} Fixture */
/** @typedef {{round: number, fixtures: readonly Fixture[], rests: readonly import("../types.js").Somebody[]}} Round */

/**
 * The last round of a contest in rounds, in the order of the tables, while some of its results are missing; else null.
 * @param {Contest} contest
 * @returns {Round | null}
 */
export function currentRound(contest) {
  const all = contest.fixtures.filter((one) => one.kind === "round" && one.state !== "superseded");
  const round = Math.max(0, ...all.map((one) => one.round));
  const fixtures = all.filter((one) => one.round === round);
  if (!fixtures.some((one) => one.state === "pending" || one.state === "open")) return null;
  const rests = contest.byes.filter((bye) => bye.kind === "round" && bye.round === round).map((bye) => bye.player);
  return { round, fixtures, rests };
}
