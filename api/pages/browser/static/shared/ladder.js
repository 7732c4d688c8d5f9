/** The ladder of a championship in words: the penalty of a player's first card, of the second, and of those that follow. */

import { firstOf } from "./lists.js";
import { html, pieces } from "./ui.js";
import { w } from "./words.js";

/** @import * as api from "openapi" */
/** @typedef {"warning" | "game" | "match" | "expulsion"} Penalty */
/** @typedef {{readonly ladder?: readonly Penalty[], readonly no_show_minutes?: number | null} | null | undefined} Discipline */

/** The penalty of a card in the register; empty if its championship has no ladder. @param {api.GivenCard} card */
export const stepOf = ({ nth, penalty }) => (nth && penalty ? w.ladder.step(nth, w.ladder.penalties[penalty]) : "");

/**
 * The penalty of a player's next card after so many; empty without a ladder.
 * @param {Discipline} discipline
 * @param {number} count
 */
export function nextStep(discipline, count) {
  const penalty = discipline?.ladder?.[Math.min(count, discipline.ladder.length - 1)];
  return penalty ? w.ladder.next(count + 1, w.ladder.penalties[penalty]) : "";
}

/**
 * The penalty of the next card of a player of this match, counted over its championship; empty without a ladder.
 * @param {import("./api.js").Api} service
 * @param {string} match
 * @param {string} player
 */
export async function nextStepAt(service, match, player) {
  const read = (/** @type {string} */ path) => /** @type {Promise<any>} */ (service.get(path));
  const [opening] = (await read(`/v1/matches/${match}/events?limit=1`)).items;
  if (!opening.fixture) return "";
  const { championship } = await read(`/v1/contests/${(await read(`/v1/fixtures/${opening.fixture}`)).contest}`);
  const { discipline } = await read(`/v1/championships/${championship}`);
  if (!discipline?.ladder) return "";
  return nextStep(discipline, (await firstOf(read, `/v1/sanctions?championship=${championship}&player=${player}`)).items.length);
}

/**
 * The agreement of the championship, a line each: the whole ladder, and the minutes that a match waits.
 * @param {{discipline: Discipline}} props
 */
export function Agreement({ discipline }) {
  const { ladder = [], no_show_minutes: minutes } = discipline ?? {};
  return html`
    ${ladder.length > 0
      ? html`<p class="house" data-ladder>
          <b>${w.ladder.title}.</b> ${pieces(ladder.map((penalty, n) => w.ladder.rung(n + 1, w.ladder.penalties[penalty], n === ladder.length - 1)))}
        </p>`
      : null}
    ${minutes ? html`<p class="house" data-no-show><b>${w.ladder.noShow}.</b> ${w.ladder.waits(minutes)}</p>` : null}
  `;
}
