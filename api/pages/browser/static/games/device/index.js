/** Play without the service: the effect of an event, as far as a device can tell. It judges nothing and counts nothing. */

import { casino } from "./casino.js";
import { corona } from "./corona.js";
import { escoba } from "./escoba.js";
import { guinote } from "./guinote.js";
import { hearts } from "./hearts.js";
import { ends, nothingMoves } from "./state.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Device} Device */
/** @typedef {import("./state.js").GameEvent} GameEvent */

/** @type {Record<string, Device>} */
const FAMILIES = { casino, corona, escoba, guinote, hearts, scopa: escoba, scopone: escoba };
/** Events beside the play of any game. They move no card. */
export const BESIDE = new Set([
  "note",
  "sanction",
  "claim",
  "reveal",
  "pause",
  "resume",
  "extra_time",
  "pin_set",
  "shuffle_text",
]);
/** Events that end a match of any game. */
const ENDS = new Set(["time_up"]);

/**
 * The module of a ruleset, by the first part of its id.
 * @param {string} ruleset
 * @returns {Device | undefined}
 */
export const deviceOf = (ruleset) => FAMILIES[ruleset.split(".")[0]];

/**
 * The state after an event; null if the device cannot tell it.
 * @param {State} state
 * @param {GameEvent} event
 * @returns {State | null}
 */
export function after(state, event) {
  // Only the service knows the cards that it deals.
  if (event.shuffle && !event.hands && !event.packs) return null;
  const own = deviceOf(state.view.ruleset)?.steps[event.type];
  const step = own ?? (BESIDE.has(event.type) ? nothingMoves : ENDS.has(event.type) ? ends : undefined);
  const next = step?.(state, event) ?? null;
  return next && withVersion(next, state.view.version + 1);
}

/**
 * The same, with a way back to states that were shown before.
 * @param {Map<number, State>} past the states by their versions; the new one is entered
 * @param {State} state
 * @param {GameEvent} event
 * @returns {State | null}
 */
export function following(past, state, event) {
  const before = event.type === "retract" ? past.get(event.to) : undefined;
  const next = before ? withVersion(before, state.view.version + 1) : after(state, event);
  if (next) past.set(next.view.version, next);
  return next;
}

/**
 * @param {State} state
 * @param {number} version
 * @returns {State}
 */
const withVersion = (state, version) => ({ ...state, view: { ...state.view, version } });
