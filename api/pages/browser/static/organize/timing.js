/** The referee's clock, in the form before a match is opened or a contest drawn: for each turn, for the whole match. */

import { html } from "../shared/ui.js";
import { Field } from "./form.js";
import { o } from "./words.js";

/** @typedef {{turn: string, match: string}} TimingForm holds the fields of the form: seconds for each turn, minutes for the match */

/** Fields without a clock. @type {TimingForm} */
export const UNTIMED = { turn: "", match: "" };
const MINUTE_SECONDS = 60;

/**
 * The clock of a body; empty if nothing has a time. Values that cannot be read are sent as they are, and the service says so.
 * @param {TimingForm} timed
 */
export function timingOf({ turn, match }) {
  const turns = turn.trim() === "" ? {} : { turn_seconds: Number(turn) };
  const whole = match.trim() === "" ? {} : { match_seconds: Number(match) * MINUTE_SECONDS };
  const timing = { ...turns, ...whole };
  return Object.keys(timing).length > 0 ? { timing } : {};
}

/**
 * The present clock, in the form of the fields.
 * @param {import("openapi").AgreedTime | null | undefined} timing
 * @returns {TimingForm}
 */
export const writtenTiming = (timing) => ({
  turn: String(timing?.turn_seconds ?? ""),
  match: timing?.match_seconds === undefined ? "" : String(timing.match_seconds / MINUTE_SECONDS),
});

/**
 * @param {{
 *   form: TimingForm,
 *   set: (form: TimingForm) => void,
 *   of?: string,
 *   turns?: boolean,
 *   fallback?: import("openapi").AgreedTime | null,
 *   refusal?: import("./form.js").Refusal | null,
 * }} props `of`: the prefix of the fields' names, if there are others of that name; `turns`: true if turns are timed here,
 *   since the game does not time its own; `fallback`: the clock that holds for an empty field
 */
export function TimingFields({ form, set, of = "", turns = true, fallback = null, refusal = null }) {
  const { match, turn } = writtenTiming(fallback);
  return html`
    <${Field}
      label=${o.timing.match}
      hint=${`${o.timing.matchMeans} ${match ? o.timing.agreed(Number(match)) : o.timing.matchEmpty}`}
      input=${`${of}timing.match_seconds`}
      type="number"
      inputmode="numeric"
      min="1"
      max="1440"
      value=${form.match}
      set=${(/** @type {string} */ text) => set({ ...form, match: text })}
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
          value=${form.turn}
          set=${(/** @type {string} */ text) => set({ ...form, turn: text })}
          refusal=${refusal}
        />`
      : null}
  `;
}
