/** A deal by hand: the cards that lie open, chosen from the pack. */

import { useState } from "preact/hooks";
import { numberOf } from "../../shared/cards.js";
import { html } from "../../shared/ui.js";
import { w } from "../../shared/words.js";
import { records } from "../hooks.js";
import { inOrder } from "../meaning.js";
import { ChoicePad } from "../pad.js";

/** @typedef {import("../store.js").Table} Table */
/** @typedef {import("../../shared/types.js").GameEvent} GameEvent */

/**
 * The fields that want cards, with how many of them.
 * @param {GameEvent} entry
 * @returns {[string, number][]}
 */
const wanted = (entry) => Object.entries(entry.choose ?? {}).filter(([, count]) => typeof count === "number" && count > 0);

/** @param {{table: Table, entry: GameEvent}} props */
export function Deal({ table, entry }) {
  const { choose, ...given } = entry;
  const fields = wanted(entry);
  if (fields.length === 0) return html`<div class="controls"><button ...${records(table, given)} class="main">${w.deal.plain}</button></div>`;
  return html`${fields.map(([field, count]) => html`<${Open} key=${field} table=${table} given=${given} field=${field} count=${count} />`)}`;
}

/** @param {{table: Table, given: GameEvent, field: string, count: number}} props */
function Open({ table, given, field, count }) {
  const [picked, setPicked] = useState(/** @type {string[]} */ ([]));
  const cards = table.ruleset.value?.cards ?? [];
  const made = (/** @type {string[]} */ chosen) => ({ ...given, [field]: count === 1 ? chosen[0] : inOrder(chosen, cards) });
  const choose = (/** @type {string} */ card) => {
    if (count === 1) table.record(made([card]));
    else setPicked(picked.includes(card) ? picked.filter((one) => one !== card) : [...picked, card].slice(-count));
  };
  return html`<section class="form">
    <h3>${count === 1 ? w.deal.turnUp : w.deal.table(count)}</h3>
    ${count > 1
      ? html`<div class="controls">
          <p class="hint">${w.subset.of(picked.length, count)}</p>
          ${picked.length === count ? html`<button ...${records(table, made(picked))} class="main">${w.deal.confirm}</button>` : null}
        </div>`
      : null}
    <${ChoicePad} table=${table} cards=${cards} zone=${field} picked=${picked} choose=${choose} event=${count === 1 ? (/** @type {string} */ card) => made([card]) : undefined} />
  </section>`;
}

/**
 * The bottom cards that both show, again for as long as they are equal.
 * @param {{table: Table, entry: GameEvent}} props
 */
export function Shown({ table, entry }) {
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
      ? html`<div class="controls"><button ...${records(table, { ...given, shown: tries })} class="main">${w.start.confirm}</button></div>`
      : html`<h3>${w.start.ask(table.name(seat))}</h3>`}
    <p class="hint">${tries.map((pair) => pair.map((card) => w.card(card, table.game?.deck ?? "spanish")).join(" – ")).join(" · ")} ${equal ? w.start.again : ""}</p>
    ${full && !equal
      ? html`<div class="controls"><button type="button" class="quiet" data-clear onClick=${() => setTries([[]])}>${w.clear}</button></div>`
      : html`<${ChoicePad} table=${table} cards=${choose?.shown.cards} zone="pack" seat=${seat} picked=${[]} choose=${choose1} />`}
  </section>`;
}
