/** One attacker and the card that stops it: the cards that fall from the pack, and the cards that the attacker draws. */

import { useState } from "preact/hooks";
import { Face } from "../../shared/cards.js";
import { Chips, html } from "../../shared/ui.js";
import { w } from "../../shared/words.js";
import { records } from "../hooks.js";
import { FallenCards } from "./defence.js";

/** @typedef {import("../store.js").Table} Table */
/** @typedef {import("../../shared/types.js").GameEvent} GameEvent */

/** @param {{table: Table, entry: GameEvent}} props */
export function Meeting({ table, entry }) {
  const { choose, ...given } = entry;
  const [cards, setCards] = useState(/** @type {(string | null)[]} */ ([]));
  const [draw, setDraw] = useState(/** @type {number | null} */ (null));
  const [naming, setNaming] = useState(false);
  const {
    attacker,
    defender,
    cost,
    pack_size: left,
    draws,
    lost: due,
  } = /** @type {import("../../shared/types.js").Choose} */ (choose);
  const losses = Array.from({ length: due ?? 0 }, (_, i) => cards[i] ?? null);
  const event = { ...given, attacker, ...(due === undefined ? {} : { lost: losses }), ...(draws > 0 ? { draw: draw ?? draws } : {}) };
  return html`<section class="form">
    <div class="controls">
      <button ...${records(table, event)} class="main">
        ${w.defence.resolve(w.card(attacker, "spanish"), defender === null ? null : w.card(defender, "spanish"))}
      </button>
    </div>
    <div class="row" data-meeting=${attacker}>
      <span class="card still"><${Face} card=${attacker} /></span>
      ${defender === null
        ? html`<p>${w.defence.unstopped}</p>`
        : html`<span>${w.defence.against}</span><span class="card still"><${Face} card=${defender} /></span>`}
    </div>
    ${cost > left
      ? html`<p class="trouble" data-short>${w.defence.short(left, cost)}</p>`
      : cost > 0 && due === undefined
        ? html`<p>${w.defence.lost(cost)}</p>`
        : null}
    ${draws > 0
      ? html`<${Chips}
          legend=${w.defence.target.draw}
          input="draw"
          value=${draw ?? draws}
          choose=${setDraw}
          options=${Array.from({ length: draws + 1 }, (_, n) => ({ value: n, label: n }))}
        />`
      : null}
    ${losses.length > 0
      ? html`
          <button
            type="button"
            class="target"
            data-target="lost"
            aria-pressed=${String(naming)}
            onClick=${() => setNaming(!naming)}
          >${w.defence.lost(losses.length)}</button>
          <div class="row">${losses.map((card, i) => html`<span key=${i} class="card still"><${Face} card=${card} /></span>`)}</div>
          ${naming ? html`<${FallenCards} table=${table} cards=${cards} setCards=${setCards} due=${losses.length} />` : null}
        `
      : null}
  </section>`;
}
