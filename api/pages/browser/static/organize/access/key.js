/** The holder of a key and the scope of the key, in words. */

import { k } from "../../shared/contests/words.js";
import { versus } from "../../shared/contests/people.js";
import { o } from "../words.js";

/** @import * as api from "openapi" */
/** @typedef {import("../store.js").Store} Store */
/** @typedef {Pick<api.WatchedTable, "id" | "table" | "players" | "devices">} Table */
/**
 * @typedef {{holder: string, match: string, use: {label: string, seconds: number} | null}} Where names the holder and the use
 *   of a key. `match`: its players and its table, empty for a key of several matches; `use`: the device that recorded with it
 *   last, and the table where a key is valid at several
 */

/**
 * @param {Store} store
 * @param {readonly Table[]} tables the tables in play
 * @param {api.Token} token
 * @returns {Where}
 */
export function whereOf(store, tables, { id, role, scope, name: label = null }) {
  const fixture = store.contests.value
    .flatMap((contest) => contest.fixtures)
    .find((one) => one.match && one.match === scope.match);
  const table = tables.find((one) => one.id === scope.match);
  const name = fixture ? versus(fixture.entrants) : o.tokens.oneMatch;
  const at = table?.table ?? fixture?.table ?? null;
  const [last] = tables
    .flatMap(({ table: place, devices }) => devices.filter((one) => one.by === `${role}:${id}`).map((one) => ({ ...one, place })))
    .sort((one, other) => one.seconds_ago - other.seconds_ago);
  // A key of one match says where it is already.
  const elsewhere = last && !scope.match && last.place !== null ? ` · ${k.table(last.place)}` : "";
  return {
    holder: label ? o.tokens.named(label, holderOf(store, table, role, scope)) : holderOf(store, table, role, scope),
    match: scope.match ? [at === null ? "" : k.table(at), name].filter(Boolean).join(": ") : "",
    use: last ? { label: `${last.label}${elsewhere}`, seconds: last.seconds_ago } : null,
  };
}

/**
 * @param {Store} store
 * @param {Table | undefined} table
 * @param {string} role
 * @param {api.Scope} scope
 */
function holderOf(store, table, role, { match, seat, player }) {
  if (player) return o.seats.of(store.name(store.view.value?.players.find((one) => one.id === player) ?? null));
  if (!match) return o.tokens.roles[role];
  if (seat === null || seat === undefined) return role === "referee" ? o.tokens.ofTable : o.tokens.roles[role];
  const sits = table?.players[seat];
  return sits ? o.seats.of(store.name(sits)) : o.tokens.ofSeat(seat + 1);
}
