/** The time that was agreed on for matches and their turns, in words. */

import { html } from "./ui.js";
import { w } from "./words.js";

const MINUTE_SECONDS = 60;

/** @param {number} seconds */
const lasting = (seconds) => (seconds % MINUTE_SECONDS === 0 ? `${seconds / MINUTE_SECONDS} min` : `${seconds} s`);

/**
 * The referee's clock in one line. Draws nothing if there is none.
 * @param {{timing: import("openapi").AgreedTime | null | undefined}} props
 */
export function AgreedTime({ timing }) {
  if (!timing) return null;
  const { match_seconds: match, turn_seconds: turn } = timing;
  const parts = [
    match === undefined ? "" : w.timing.match(lasting(match)),
    turn === undefined ? "" : w.timing.turn(lasting(turn)),
  ];
  return html`<p class="timing" data-timing><b>${w.timing.title}.</b> ${parts.filter(Boolean).join(" · ")}</p>`;
}
