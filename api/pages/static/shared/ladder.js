/** The ladder of a championship in words: what a player's first card comes to there, the second, and those that follow. */

import { html, pieces } from "./ui.js";
import { w } from "./words.js";

/** @import * as api from "openapi" */
/** @typedef {"warning" | "game" | "match" | "expulsion"} Penalty */

/** What a card of the register comes to; nothing where its championship has no ladder. @param {api.GivenCard} card */
export const stepOf = ({ nth, penalty }) => (nth && penalty ? w.ladder.step(nth, w.ladder.penalties[penalty]) : "");

/**
 * What the next card of somebody who was given so many would come to; nothing without a ladder.
 * @param {{ladder: readonly Penalty[]} | null | undefined} discipline
 * @param {number} given
 */
export function nextStep(discipline, given) {
  const penalty = discipline?.ladder[Math.min(given, discipline.ladder.length - 1)];
  return penalty ? w.ladder.next(given + 1, w.ladder.penalties[penalty]) : "";
}

/**
 * The whole ladder in one line; nothing where there is none.
 * @param {{discipline: {ladder: readonly Penalty[]} | null | undefined}} props
 */
export const Ladder = ({ discipline }) =>
  discipline?.ladder.length ? html`<p class="house" data-ladder><b>${w.ladder.title}.</b> ${pieces(discipline.ladder.map((penalty, n) => w.ladder.rung(n + 1, w.ladder.penalties[penalty], n === discipline.ladder.length - 1)))}</p>` : null;
