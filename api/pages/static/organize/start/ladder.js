/** What cards come to in a new championship, a step after the other: each offers what is no milder than the one before. */

import { html } from "../../shared/ui.js";
import { capital, w } from "../../shared/words.js";
import { Select } from "../form.js";
import { o } from "../words.js";

/** @typedef {import("../../shared/ladder.js").Penalty} Penalty */

/** From mild to hard, which is the usual ladder too. @type {Penalty[]} */
const USUAL = ["warning", "game", "match", "expulsion"];
/** As many steps as the service takes. */
const MOST = 12;

/** @param {{ladder: Penalty[], set: (ladder: Penalty[]) => void}} props */
export function LadderField({ ladder, set }) {
  const last = ladder.length > 0 ? ladder[ladder.length - 1] : null;
  // After an expulsion there is nothing more to say.
  const rungs = last === "expulsion" || ladder.length === MOST ? ladder.length : ladder.length + 1;
  const choose = (/** @type {number} */ n, /** @type {string} */ value) => set(value === "" ? ladder.slice(0, n) : rising([...ladder.slice(0, n), /** @type {Penalty} */ (value), ...ladder.slice(n + 1)]));
  return html`<details class="panel" data-open="ladder"><summary>${o.door.ladder}</summary>
    <div class="form">
    <p class="hint">${o.door.ladderMeans}</p>
    ${ladder.length === 0 ? html`<div class="controls"><button type="button" data-action="usual-ladder" onClick=${() => set(USUAL)}>${o.door.usual}</button></div>` : null}
    ${Array.from({ length: rungs }, (_, n) => {
      const least = n > 0 ? USUAL.indexOf(ladder[n - 1]) : 0;
      const options = USUAL.slice(least).map((value) => ({ value, label: capital(w.ladder.penalties[value]) }));
      return html`<${Select} key=${n} label=${o.door.rung(n + 1)} input=${`ladder.${n}`} value=${ladder[n] ?? ""} set=${(/** @type {string} */ value) => choose(n, value)} options=${[{ value: "", label: o.door.noRung }, ...options]} />`;
    })}
    </div>
  </details>`;
}

/** Without the steps that would be milder than one before them. @param {Penalty[]} ladder */
const rising = (ladder) => ladder.filter((one, n) => ladder.slice(0, n).every((before) => USUAL.indexOf(before) <= USUAL.indexOf(one)));
