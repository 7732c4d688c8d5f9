/** Marks of the service on matches that have the same people, or the same table, at the same time. */

import { joinNames } from "../words.js";
import { displayName } from "./people.js";
import { k } from "./words.js";

/** @typedef {import("../types.js").Fixture} Fixture */

/**
 * The people and the table of a match that are in another one at its time, in words; empty if there are none.
 * @param {Fixture} fixture
 */
export function atOnce({ double_booked: others = [] }) {
  const people = others.flatMap((other) => (other.people ?? []).map(displayName));
  const tables = others.flatMap(({ table }) => (table === null || table === undefined ? [] : [k.table(table)]));
  const both = new Set([...people, ...tables]);
  return both.size > 0 ? k.atOnce(joinNames([...both])) : "";
}
