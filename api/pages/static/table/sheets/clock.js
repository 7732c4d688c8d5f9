/** What the referee does with the clock: stops it, lets it go on, gives more time. Each in one tap once the sheet is open. */

import { useState } from "preact/hooks";
import { html } from "../../shared/ui.js";
import { w } from "../../shared/words.js";
import { isPaused } from "../clock.js";
import { records } from "../hooks.js";

/** @typedef {import("../store.js").Table} Table */

/** Seconds that are given most often. */
const USUAL = [30, 60, 120];
const MOST_SECONDS = 86_400;

/** @param {{table: Table}} props */
export function ClockSheet({ table }) {
  const [typed, setTyped] = useState("");
  const seconds = Number(typed);
  const given = Number.isInteger(seconds) && seconds > 0 && seconds <= MOST_SECONDS;
  const stops = { type: isPaused(table) ? "resume" : "pause" };
  const more = (/** @type {number} */ n) => ({ type: "extra_time", seconds: n });
  return html`<div class="controls"><button ...${records(table, stops)} class="main">${w.types[stops.type]}</button></div>
    ${table.view.value?.turn === null
      ? null
      : html`<h3>${w.types.extra_time}</h3>
          <div class="controls">${USUAL.map((n) => html`<button key=${n} ...${records(table, more(n))}>${w.clock.more(n)}</button>`)}</div>
          <label class="wide"><span>${w.forms.ask.seconds}</span><input type="number" inputmode="numeric" min="1" max=${MOST_SECONDS} data-input="seconds" value=${typed} onInput=${(/** @type {any} */ input) => setTyped(input.target.value)} /></label>
          ${given ? html`<div class="controls"><button ...${records(table, more(seconds))} class="main">${w.clock.more(seconds)}</button></div>` : null}`}`;
}
