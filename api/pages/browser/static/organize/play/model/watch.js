/**
 * The tasks of the head referee, the most urgent first: calls, claims, ties, matches with an absent entrant, silent tables,
 * tablets with a queue.
 */

/** @import * as api from "openapi" */
/** @typedef {api.WatchedTable} WatchedTable */
/** @typedef {api.RefereeCall} RefereeCall */
/** @typedef {api.ClaimState} Claim */
/** @typedef {import("../../../shared/types.js").Contest} Contest */
/** @typedef {import("../../../shared/types.js").Fixture} Fixture */
/** @typedef {import("../../../shared/types.js").Somebody} Somebody */
/**
 * @typedef {{kind: "call", key: string, call: RefereeCall, table: WatchedTable | null, seconds: number}
 *   | {kind: "claim", key: string, claim: Claim, table: WatchedTable}
 *   | {kind: "tie", key: string, contest: Contest, entrants: readonly Somebody[], fixture: string | null}
 *   | {kind: "missing", key: string, contest: Contest, fixture: Fixture, table: WatchedTable | null}
 *   | {kind: "round", key: string, contest: Contest}
 *   | {kind: "queue", key: string, table: WatchedTable, label: string, waiting: number, seconds: number}
 *   | {kind: "silent", key: string, table: WatchedTable, seconds: number, here: boolean}} Item
 */

/** Silence of a table in play that is worth a look. */
export const SILENT_SECONDS = 300;
/** Silence of a device that says every ten seconds that it is there. After that it has no network or is off. */
export const GONE_SECONDS = 45;

/**
 * The list, in the order of its reader's work.
 * @param {readonly WatchedTable[]} tables
 * @param {readonly RefereeCall[]} calls the calls without an answer
 * @param {readonly Contest[]} contests
 * @param {string} now the time by the reader's clock, RFC 3339; used if no table tells the service's time
 * @returns {Item[]}
 */
export function watchList(tables, calls, contests, now) {
  const at = serviceTime(tables) ?? now;
  const of = (/** @type {string} */ match) => tables.find((one) => one.id === match) ?? null;
  const callItems = [...calls]
    .reverse()
    .map((call) => ({
      kind: /** @type {const} */ ("call"),
      key: `call ${call.match} ${call.version}`,
      call,
      table: of(call.match),
      seconds: secondsBetween(call.called_at, at),
    }));
  return [
    ...callItems,
    ...tables.flatMap(claims),
    ...contests.flatMap(ties),
    ...contests.flatMap((contest) => missing(contest, tables, at)),
    ...contests.flatMap(rounds),
    ...tables.flatMap(queues),
    ...tables.filter(silent).map(silence),
  ];
}

/** @param {WatchedTable} table @returns {Item[]} */
const claims = (table) => table.claims.map((claim) => ({ kind: "claim", key: `claim ${table.id} ${claim.claim}`, claim, table }));

/** @param {Contest} contest @returns {Item[]} */
const ties = (contest) =>
  contest.pending
    .filter((one) => one.kind === "ruling")
    .map((one) => ({
      kind: "tie",
      key: `tie ${contest.id} ${(one.tied ?? []).map((entrant) => entrant.id).join(" ")}`,
      contest,
      entrants: one.tied ?? [],
      fixture: one.fixture ?? null,
    }));

/** Contests whose next round waits for the organizers. @param {Contest} contest @returns {Item[]} */
const rounds = (contest) =>
  contest.pending.some((one) => one.kind === "pairing") ? [{ kind: "round", key: `round ${contest.id}`, contest }] : [];

/** True if a match may be given to the entrant that came by now. @param {Fixture} fixture @param {number} now */
export const isLate = ({ no_show_at: from, state }, now) =>
  Boolean(from) && (state === "pending" || state === "open") && Date.parse(from ?? "") <= now;

/**
 * Matches without a move that may be given to the entrant that came: not opened, or opened and no more.
 * @param {Contest} contest
 * @param {readonly WatchedTable[]} tables
 * @param {string} at
 * @returns {Item[]}
 */
function missing(contest, tables, at) {
  const late = (contest.fixtures ?? []).filter((one) => isLate(one, Date.parse(at)));
  return late.flatMap((fixture) => {
    const table = tables.find((one) => one.id === fixture.match) ?? null;
    return fixture.match && table?.version !== 1
      ? []
      : [{ kind: /** @type {const} */ ("missing"), key: `missing ${fixture.id}`, contest, fixture, table }];
  });
}

/** Devices on which an event waits and that are not just sending it. @param {WatchedTable} table @returns {Item[]} */
const queues = (table) =>
  table.devices
    .filter((one) => one.pending > 0)
    .map((one) => ({
      kind: "queue",
      key: `queue ${table.id} ${one.by} ${one.label}`,
      table,
      label: one.label,
      waiting: one.pending,
      seconds: one.seconds_ago,
    }));

/** @param {WatchedTable} table */
const silent = (table) => table.status === "open" && table.seconds_ago >= SILENT_SECONDS;

/** @param {WatchedTable} table @returns {Item} */
const silence = (table) => ({
  kind: "silent",
  key: `silent ${table.id}`,
  table,
  seconds: table.seconds_ago,
  here: table.devices.some((one) => one.seconds_ago < GONE_SECONDS),
});

/**
 * @param {string} then
 * @param {string} now
 */
export const secondsBetween = (then, now) => Math.max(0, (Date.parse(now) - Date.parse(then)) / 1000);

/**
 * The time by the service's clock. The times of calls are by that clock, and a phone's own may be minutes off.
 * @param {readonly WatchedTable[]} tables
 */
const serviceTime = ([table]) => (table ? new Date(Date.parse(table.changed_at) + table.seconds_ago * 1000).toISOString() : null);
