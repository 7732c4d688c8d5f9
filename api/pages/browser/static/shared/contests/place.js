/** The place of a match in its contest. */

import { k } from "./words.js";

/** Kinds of matches that are played in rounds, and named by both. */
const IN_ROUNDS = new Set(["league", "group", "knockout"]);

/**
 * Its name if it has one («Tercer puesto»), else its group or phase, and its round if there are rounds, in words.
 * @param {{kind: string, round: number, group?: number | null, stage?: string | null}} fixture a match, or a round without one
 */
export function placeOf({ kind, round, group, stage }) {
  if (stage) return k.kinds[stage];
  if (kind === "round") return k.round(round);
  const phase = group ? k.group(group) : k.kinds[kind];
  return IN_ROUNDS.has(kind) ? `${phase} · ${k.round(round)}` : phase;
}
