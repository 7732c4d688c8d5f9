/** The start of a hand without a turn-up: a plain deal, or the cards that both sides show. */

import { useState } from "preact/hooks";
import { numberOf } from "../../shared/cards.js";
import { html } from "../../shared/ui.js";
import { w } from "../../shared/words.js";
import { records } from "../hooks.js";
import { ChoicePad } from "../pad.js";

/** @typedef {import("../store.js").Table} Table */
/** @typedef {import("../../shared/types.js").GameEvent} GameEvent */

/**
 * A deal that lays nothing open.
 * @param {{table: Table, entry: GameEvent}} props
 */
export function Deal({ table, entry }) {
  const { choose: _, ...given } = entry;
  return html`<div class="controls"><button ...${records(table, given)} class="main">${w.deal.plain}</button></div>`;
}

/**
 * The bottom cards that both show, again for as long as they are equal.
 * @param {{table: Table, entry: GameEvent}} props
 */
export function BottomCards({ table, entry }) {
  const { choose, ...given } = entry;
  const seats = choose?.shown.seats;
  const [tries, setTries] = useState(/** @type {string[][]} */ ([[]]));
  const now = tries[tries.length - 1];
  const full = now.length === seats;
  const equal = full && new Set(now.map(numberOf)).size === 1;
  const seat = full ? 0 : now.length;
  const choose1 = (/** @type {string} */ card) => {
    const last = full ? [...tries, [card]] : [...tries.slice(0, -1), [...now, card]];
    setTries(last);
  };
  return html`<section class="form">
    ${full && !equal
      ? html`<div class="controls">
          <button ...${records(table, { ...given, shown: tries })} class="main">${w.start.confirm}</button>
        </div>`
      : html`<h3>${w.start.ask(table.name(seat))}</h3>`}
    <p class="hint">
      ${tries.map((pair) => pair.map((card) => w.card(card, table.game?.deck ?? "spanish")).join(" – ")).join(" · ")} ${equal ? w.start.again : ""}
    </p>
    ${full && !equal
      ? html`<div class="controls">
          <button type="button" class="quiet" data-clear onClick=${() => setTries([[]])}>${w.clear}</button>
        </div>`
      : html`<${ChoicePad} table=${table} cards=${choose?.shown.cards} zone="pack" seat=${seat} picks=${[]} choose=${choose1} />`}
  </section>`;
}
