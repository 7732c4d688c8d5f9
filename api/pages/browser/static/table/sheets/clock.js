/**
 * The referee's acts on the clocks: to stop them, to let them go on, to give more time. Each is one tap once the sheet is open.
 */

import { useState } from "preact/hooks";
import { Chips, html } from "../../shared/ui.js";
import { w } from "../../shared/words.js";
import { isPaused, mayEnd, TIME_UP } from "../clock.js";
import { records } from "../hooks.js";

/** @typedef {import("../store.js").Table} Table */
/** @typedef {"turn" | "match"} Of is the owner of the time */

/** Seconds that are given most often. */
const USUAL = { turn: [30, 60, 120], match: [60, 300, 600] };
const MOST_SECONDS = 86_400;

/** @param {{table: Table}} props */
export function ClockSheet({ table }) {
  const [text, setText] = useState("");
  const [choice, setChoice] = useState(/** @type {Of} */ (table.clockKind.value));
  const view = /** @type {import("../../shared/types.js").MatchView} */ (table.view.value);
  const clocks = /** @type {Of[]} */ ([
    ...(view.clock !== undefined && view.turn !== null ? ["turn"] : []),
    ...(view.match_clock ? ["match"] : []),
  ]);
  const of = clocks.includes(choice) ? choice : clocks[0];
  const seconds = Number(text);
  const isValid = Number.isInteger(seconds) && seconds > 0 && seconds <= MOST_SECONDS;
  const stops = { type: isPaused(table) ? "resume" : "pause" };
  const more = (/** @type {number} */ n) => ({ type: "extra_time", seconds: n, ...(of === "match" ? { of } : {}) });
  return html`
    <div class="controls"><button ...${records(table, stops)} class="main">${w.types[stops.type]}</button></div>
    ${mayEnd(table)
      ? html`<div class="controls">
          <button type="button" data-open=${TIME_UP} onClick=${() => (table.sheet.value = TIME_UP)}>${w.clock.match.end}…</button>
        </div>`
      : null}
    ${of === undefined
      ? null
      : html`
          <h3>${w.types.extra_time}</h3>
          ${clocks.length > 1
            ? html`<${Chips}
                legend=${w.clock.forWhat}
                input="of"
                value=${of}
                choose=${setChoice}
                options=${clocks.map((value) => ({ value, label: w.clock.of[value] }))}
              />`
            : html`<p>${w.clock.of[of]}</p>`}
          <div class="controls">
            ${USUAL[of].map((n) => html`<button key=${n} ...${records(table, more(n))}>${w.clock.more(n)}</button>`)}
          </div>
          <label class="wide">
            <span>${w.forms.ask.seconds}</span>
            <input
              type="number"
              inputmode="numeric"
              min="1"
              max=${MOST_SECONDS}
              data-input="seconds"
              value=${text}
              onInput=${(/** @type {any} */ input) => setText(input.target.value)}
            />
          </label>
          ${isValid
            ? html`<div class="controls">
                <button ...${records(table, more(seconds))} class="main">${w.clock.more(seconds)}</button>
              </div>`
            : null}
        `}
  `;
}
