/**
 * The discipline of a championship: the penalty of each card, each step no milder than the one before, and the time that a
 * match waits.
 */

import { html } from "../../shared/ui.js";
import { capital, w } from "../../shared/words.js";
import { Field, Select } from "../form.js";
import { o } from "../words.js";

/** @typedef {import("../../shared/ladder.js").Penalty} Penalty */

/** The steps from mild to hard. This is the usual ladder too. @type {Penalty[]} */
const USUAL = ["warning", "game", "match", "expulsion"];
/** Number of steps that the service takes. */
const MOST = 12;

/**
 * @param {{
 *   ladder: Penalty[],
 *   set: (ladder: Penalty[]) => void,
 *   minutes: string,
 *   setMinutes: (minutes: string) => void,
 *   refusal: import("../form.js").Refusal | null,
 *   children?: any,
 * }} props `children`: the fields below it
 */
export function DisciplineFields({ ladder, set, minutes, setMinutes, refusal, children }) {
  const last = ladder.length > 0 ? ladder[ladder.length - 1] : null;
  // An expulsion ends the ladder.
  const rungs = last === "expulsion" || ladder.length === MOST ? ladder.length : ladder.length + 1;
  const choose = (/** @type {number} */ n, /** @type {string} */ value) =>
    set(
      value === "" ? ladder.slice(0, n) : rising([...ladder.slice(0, n), /** @type {Penalty} */ (value), ...ladder.slice(n + 1)]),
    );
  return html`<details class="panel" data-open="discipline">
    <summary>${o.door.discipline}</summary>
    <div class="form">
      <p class="hint">${o.door.ladderMeans}</p>
      ${ladder.length === 0
        ? html`<div class="controls">
            <button type="button" data-action="usual-ladder" onClick=${() => set(USUAL)}>${o.door.usual}</button>
          </div>`
        : null}
      ${Array.from({ length: rungs }, (_, n) => {
        const least = n > 0 ? USUAL.indexOf(ladder[n - 1]) : 0;
        const options = USUAL.slice(least).map((value) => ({ value, label: capital(w.ladder.penalties[value]) }));
        return html`<${Select}
          key=${n}
          label=${o.door.rung(n + 1)}
          input=${`ladder.${n}`}
          value=${ladder[n] ?? ""}
          set=${(/** @type {string} */ value) => choose(n, value)}
          options=${[{ value: "", label: o.door.noRung }, ...options]}
        />`;
      })}
      <${Field}
        label=${o.door.minutes}
        input="discipline.no_show_minutes"
        type="number"
        inputmode="numeric"
        min="1"
        max="240"
        value=${minutes}
        set=${setMinutes}
        refusal=${refusal}
        hint=${o.door.minutesMeans}
      />
      ${children}
    </div>
  </details>`;
}

/**
 * The discipline of a body; null if it is empty. Values that cannot be read are sent as they are, and the service says so.
 * @param {Penalty[]} ladder
 * @param {string} minutes
 */
export function disciplineOf(ladder, minutes) {
  const discipline = { ...(ladder.length > 0 ? { ladder } : {}), ...(minutes.trim() ? { no_show_minutes: Number(minutes) } : {}) };
  return Object.keys(discipline).length > 0 ? discipline : null;
}

/** The ladder without the steps that would be milder than one before them. @param {Penalty[]} ladder */
const rising = (ladder) =>
  ladder.filter((one, n) => ladder.slice(0, n).every((before) => USUAL.indexOf(before) <= USUAL.indexOf(one)));
