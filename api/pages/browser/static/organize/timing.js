/** The referee's clock, as it is asked for before a match is opened or a contest drawn: for each turn, for the whole match. */

import { html } from "../shared/ui.js";
import { Field } from "./form.js";
import { o } from "./words.js";

/** @typedef {{turn: string, match: string}} Timed as it is written: seconds for each turn, minutes for the match */

/** No clock. @type {Timed} */
export const UNTIMED = { turn: "", match: "" };
const MINUTE_SECONDS = 60;

/**
 * What a body says of it: nothing where nothing has a time. What cannot be read is sent as it cannot be, and the service says so.
 * @param {Timed} timed
 */
export function timingOf({ turn, match }) {
  const turns = turn.trim() === "" ? {} : { turn_seconds: Number(turn) };
  const whole = match.trim() === "" ? {} : { match_seconds: Number(match) * MINUTE_SECONDS };
  const timing = { ...turns, ...whole };
  return Object.keys(timing).length > 0 ? { timing } : {};
}

/**
 * The clock that there is, as it is written in the fields.
 * @param {import("openapi").AgreedTime | null | undefined} timing
 * @returns {Timed}
 */
export const writtenTiming = (timing) => ({
  turn: String(timing?.turn_seconds ?? ""),
  match: timing?.match_seconds === undefined ? "" : String(timing.match_seconds / MINUTE_SECONDS),
});

/**
 * @param {{
 *   timed: Timed,
 *   set: (timed: Timed) => void,
 *   of?: string,
 *   turns?: boolean,
 *   agreed?: import("openapi").AgreedTime | null,
 *   refusal?: import("./form.js").Refusal | null,
 * }} props `of`: put before the names of the fields, where there are others of that name; `turns`: whether turns are timed here,
 *   since the game does not time its own; `agreed`: the clock that holds where nothing is written
 */
export function TimingAsked({ timed, set, of = "", turns = true, agreed = null, refusal = null }) {
  const { match, turn } = writtenTiming(agreed);
  return html`
    <${Field}
      label=${o.timing.match}
      hint=${`${o.timing.matchMeans} ${match ? o.timing.agreed(Number(match)) : o.timing.matchEmpty}`}
      input=${`${of}timing.match_seconds`}
      type="number"
      inputmode="numeric"
      min="1"
      max="1440"
      value=${timed.match}
      set=${(/** @type {string} */ written) => set({ ...timed, match: written })}
      refusal=${refusal}
    />
    ${turns
      ? html`<${Field}
          label=${o.timing.turn}
          hint=${`${o.timing.turnMeans} ${turn ? o.timing.agreed(Number(turn)) : o.timing.turnEmpty}`}
          input=${`${of}timing.turn_seconds`}
          type="number"
          inputmode="numeric"
          min="1"
          max="86400"
          value=${timed.turn}
          set=${(/** @type {string} */ written) => set({ ...timed, turn: written })}
          refusal=${refusal}
        />`
      : null}
  `;
}
