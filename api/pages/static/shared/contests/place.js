/** Where in its contest a match stands. */

import { k } from "./words.js";

/** Kinds of matches that are played in rounds. */
const IN_ROUNDS = new Set(["league", "group", "knockout"]);

/**
 * Its group or phase, and its round where it is played in rounds, in words.
 * @param {{kind: string, round: number, group?: number | null}} fixture a match, or a round without one
 */
export function placeOf({ kind, round, group }) {
  const phase = group ? k.group(group) : k.kinds[kind];
  return IN_ROUNDS.has(kind) ? `${phase} · ${k.round(round)}` : phase;
}
