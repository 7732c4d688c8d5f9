/**
 * The effect of a decision in single statements: moves and their rules, entrants that are through, ties that open or close,
 * void matches. It has no words, so that every page and language can say them.
 */

/** @import * as api from "openapi" */
/** @typedef {import("../../../shared/types.js").Row} Row */
/** @typedef {import("../../../shared/types.js").Somebody} Somebody */
/** @typedef {Partial<api.ContestDifference>} Difference */
/** @typedef {{name: string, before: number | null, after: number | null}} Figure */
/**
 * @typedef {{kind: "phase", before: string, after: string}
 * | {kind: "voided", of: string, entrants: readonly Somebody[]}
 * | {
 *     kind: "row",
 *     player: Somebody,
 *     before: number | null,
 *     after: number | null,
 *     figures: Figure[],
 *     step: string | null,
 *   }
 * | {kind: "through", comes: Somebody[], goes: Somebody[]}
 * | {kind: "podium", places: readonly {place: number, player: Somebody, points: number}[]}
 * | {kind: "tie", opens: boolean, place: number, players: Somebody[]}
 * | {kind: "stakes", nets: {player: Somebody, before: number | null, after: number | null}[]}
 * | {
 *     kind: "general",
 *     player: Somebody,
 *     before: {place: number, points: number} | null,
 *     after: {place: number, points: number} | null,
 *     cards: number,
 *   }
 * | {kind: "pairings", round: number, pairs: readonly (readonly Somebody[])[]}
 * | {kind: "unscored"}
 * | {kind: "nothing"}} Change
 */

/** Figures that decide most often. They are told first. */
const FIRST = ["ptos", "points", "diff"];
/** Figures that count the points of a row. */
const POINTS = new Set(["j", "g", "p", "f", "c", ...FIRST]);
/** Phases in which no entrant waits for a tie to be settled. */
const UNTIED = new Set(["playing", "cancelled"]);
/** Fields of a row that other statements tell, or none. */
const APART = new Set(["place", "player", "decided_by", "above_by", "qualified"]);

/**
 * The whole effect of a decision. The most weighty statement comes first.
 * @param {Difference} difference
 * @param {readonly (readonly Row[])[]} tables the tables of the contest before it; [] if it concerns no contest
 * @returns {Change[]}
 */
export function changesOf(difference, tables) {
  const changes = [
    ...voids(difference),
    ...phase(difference),
    ...through(difference),
    ...podium(difference),
    ...ties(difference, tables),
    ...pairings(difference),
    ...rows(difference),
    ...stakes(difference),
    ...general(difference),
  ];
  if (changes.length === 0) return [{ kind: "nothing" }];
  return changes.every(isUnscored) ? [{ kind: "unscored" }, ...changes] : changes;
}

/**
 * True if a statement is only of cards and of figures that the game counts: all keep their points and places.
 *
 * @param {Change} one
 */
function isUnscored(one) {
  if (one.kind === "row")
    return one.before !== null && one.before === one.after && !one.figures.some(({ name }) => POINTS.has(name));
  return one.kind === "general" && same(one.before, one.after);
}

/** @param {Difference} difference @returns {Change[]} */
const voids = (difference) =>
  (difference.voids ?? []).map((one) => ({ kind: "voided", of: one.stage ?? one.kind, entrants: one.entrants }));

/** @param {Difference} difference @returns {Change[]} */
const phase = ({ phase: one }) =>
  one && one.before !== one.after ? [{ kind: "phase", before: one.before, after: one.after }] : [];

/** @param {Difference} difference @returns {Change[]} */
function through({ through: one }) {
  if (!one) return [];
  const [comes, goes] = [without(one.after, one.before), without(one.before, one.after)];
  return comes.length + goes.length > 0 ? [{ kind: "through", comes, goes }] : [];
}

/** @param {Difference} difference @returns {Change[]} */
function podium({ podium: one }) {
  return one && !same(one.before, one.after) ? [{ kind: "podium", places: one.after }] : [];
}

/** The pairs that later rounds would have, and do not get. @param {Difference} difference @returns {Change[]} */
const pairings = (difference) => (difference.pairings ?? []).map(({ round, pairs }) => ({ kind: "pairings", round, pairs }));

/** @param {Difference} difference @returns {Change[]} */
function rows({ rows: all }) {
  return (all ?? [])
    .map(({ player, before, after }) => ({
      kind: /** @type {const} */ ("row"),
      player,
      before: before?.place ?? null,
      after: after?.place ?? null,
      figures: figures(before, after),
      step: after?.decided_by ?? null,
    }))
    .filter((row) => row.before !== row.after || row.figures.length > 0)
    .sort((one, other) => Number(one.before === one.after) - Number(other.before === other.after));
}

/**
 * @param {Row | null} before
 * @param {Row | null} after
 * @returns {Figure[]}
 */
function figures(before, after) {
  const [old, now] = [flat(before), flat(after)];
  return Object.keys(after ? now : old)
    .filter((name) => !APART.has(name) && old[name] !== now[name])
    .sort((one, other) => rank(one) - rank(other))
    .map((name) => ({ name, before: old[name] ?? null, after: now[name] ?? null }));
}

/** Tie-breaks that the columns of every table tell. */
const TOLD = new Set(["difference", "for", "wins"]);

/**
 * The fields of a row, its tie-breaks among them.
 * @param {Row | null} row
 * @returns {Record<string, any>}
 */
function flat(row) {
  const { tie_breaks: tieBreaks = {}, ...fields } = row ?? {};
  return { ...fields, ...Object.fromEntries(Object.entries(tieBreaks).filter(([name]) => !TOLD.has(name))) };
}

/** @param {string} name */
const rank = (name) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);

/**
 * The ties that no rule parts, before and after. They say nothing while results are missing, for every tie is open then. They
 * say nothing of a contest that is not held, either.
 * @param {Difference} difference
 * @param {readonly (readonly Row[])[]} tables
 * @returns {Change[]}
 */
function ties(difference, tables) {
  const newRows = new Map((difference.rows ?? []).map((row) => [row.player.id, row.after]));
  const after = tables.map((table) =>
    table
      .map((row) => (newRows.has(row.player.id) ? newRows.get(row.player.id) : row))
      .filter((row) => row !== null && row !== undefined),
  );
  const [old, now] = [
    UNTIED.has(difference.phase?.before ?? "") ? [] : openTies(tables),
    UNTIED.has(difference.phase?.after ?? "") ? [] : openTies(after),
  ];
  /** @type {(opens: boolean) => (tie: {key: string, place: number, players: Somebody[]}) => Change} */
  const changeOf =
    (opens) =>
    ({ place, players }) => ({ kind: "tie", opens, place, players });
  const newTies = now.filter((tie) => !old.some((one) => one.key === tie.key));
  const oldTies = old.filter((tie) => !now.some((one) => one.key === tie.key));
  return [...newTies.map(changeOf(true)), ...oldTies.map(changeOf(false))];
}

/**
 * The rows that share a place because no rule parted them.
 * @param {readonly (readonly Row[])[]} tables
 */
export function openTies(tables) {
  return tables.flatMap((table) => {
    /** @type {Map<number, Somebody[]>} */
    const rowsOfPlace = new Map();
    for (const row of table) if (row.decided_by === "open") rowsOfPlace.set(row.place, [...(rowsOfPlace.get(row.place) ?? []), row.player]);
    return [...rowsOfPlace]
      .filter(([, players]) => players.length > 1)
      .map(([place, players]) => ({
        key: players
          .map((one) => one.id)
          .sort()
          .join(" "),
        place,
        players,
      }));
  });
}

/** The entrants with another gain or loss than before. @param {Difference} difference @returns {Change[]} */
function stakes({ settlement: one }) {
  const [before, after] = [one?.before?.players ?? [], one?.after?.players ?? []];
  const net = (/** @type {readonly {player: Somebody, net: number}[]} */ players, /** @type {string} */ id) =>
    players.find((each) => each.player.id === id)?.net ?? null;
  const people = new Map([...after, ...before].map(({ player }) => [player.id, player]));
  const nets = [...people.values()]
    .map((player) => ({ player, before: net(before, player.id), after: net(after, player.id) }))
    .filter((each) => each.before !== each.after);
  return nets.length > 0 ? [{ kind: "stakes", nets }] : [];
}

/** @param {Difference} difference @returns {Change[]} */
function general({ general: all }) {
  return (all ?? [])
    .map(({ player, before, after }) => ({
      kind: /** @type {const} */ ("general"),
      player,
      before: before && { place: before.place, points: before.points },
      after: after && { place: after.place, points: after.points },
      cards: (after?.sanctions ?? 0) - (before?.sanctions ?? 0),
    }))
    .filter((row) => !same(row.before, row.after) || row.cards !== 0);
}

/**
 * @param {readonly Somebody[]} all
 * @param {readonly Somebody[]} others
 */
const without = (all, others) => all.filter((one) => !others.some((other) => other.id === one.id));

/**
 * @param {unknown} one
 * @param {unknown} other
 */
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
