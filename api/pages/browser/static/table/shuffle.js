/**
 * The next shuffle of the service, once it is fixed. Each player here may add words to it, and the device that records deals.
 */

import { useState } from "preact/hooks";
import { Chips, html } from "../shared/ui.js";
import { w } from "../shared/words.js";
import { inMenu } from "./controls.js";
import { canonical, records } from "./hooks.js";
import { claiming, referees } from "./reader.js";

/** @typedef {import("./store.js").Table} Table */
/** @typedef {import("../shared/types.js").MatchView} MatchView */

/** Number of letters that the words of a seat may have. */
const LONGEST = 100;
const DEALS = "deal";

/** @param {Table} table */
const shuffles = (table) => inMenu(table, DEALS).filter((event) => event.shuffle);

/**
 * The way to fix the next shuffle, beside the one that deals at once.
 * @param {{table: Table}} props
 */
export function Commit({ table }) {
  if (!referees(table.reader.value) || table.view.value?.shuffle || shuffles(table).length === 0) return null;
  return html`<section class="of">
    <div class="controls"><button ...${records(table, { type: "shuffle_commitment" })}>${w.shuffle.commit}</button></div>
    <p class="hint">${w.shuffle.why}</p>
  </section>`;
}

/** @param {{table: Table}} props */
export function NextShuffle({ table }) {
  const view = /** @type {MatchView} */ (table.view.value);
  // The shuffle can wait during a hand that was dealt by hand: the page asks for no words then.
  if (!view.shuffle || view.turn !== null) return null;
  const seats = claiming(table.reader.value, view);
  return html`<section class="of next-shuffle" data-shuffle=${view.shuffle.version}>
    <h3>${w.shuffle.fixed}</h3>
    <p class="hint">${w.shuffle.then}</p>
    ${view.shuffle.texts.length > 0
      ? html`<ul>
          ${view.shuffle.texts.map(
            (one) => html`<li key=${one.seat} data-said=${one.seat}>${table.name(one.seat)}: ${one.text}</li>`,
          )}
        </ul>`
      : null}
    ${seats.length > 0 ? html`<${Words} table=${table} seats=${seats} />` : null}
    <div class="controls">
      ${shuffles(table).map((event) => html`<button key=${canonical(event)} ...${records(table, event)} class="main">
        ${w.shuffle.deal}
      </button>`)}
    </div>
  </section>`;
}

/** @param {{table: Table, seats: number[]}} props */
function Words({ table, seats }) {
  const [seat, setSeat] = useState(seats.length === 1 ? seats[0] : null);
  const [text, setText] = useState("");
  const event = { type: "shuffle_text", seat: seat ?? 0, text: text.trim() };
  const add = () => {
    table.record(event);
    setText("");
  };
  return html`
    ${seats.length > 1
      ? html`<${Chips}
          legend=${w.shuffle.whose}
          input="seat"
          value=${seat}
          choose=${setSeat}
          options=${seats.map((one) => ({ value: one, label: table.name(one) }))}
        />`
      : null}
    <label class="wide">
      <span>${w.shuffle.words}</span>
      <input
        data-input="words"
        maxlength=${LONGEST}
        autocomplete="off"
        value=${text}
        onInput=${(/** @type {any} */ input) => setText(input.target.value)}
      />
    </label>
    ${seat !== null && event.text
      ? html`<div class="controls"><button ...${records(table, event)} onClick=${add}>${w.shuffle.add}</button></div>`
      : null}
  `;
}
