/** Lots that were drawn by hand, entered one by one. */

import { html } from "../../shared/ui.js";
import { o } from "../words.js";
import { sideName } from "./entrants.js";

/** @typedef {import("./entrants.js").NamedPlayer} NamedPlayer */
/** @typedef {import("./entrants.js").Side} Side */

/**
 * A draw that was made by hand. The entrants stand in the order of the lots.
 * @param {{players: readonly NamedPlayer[], sides: Side[], order: Side[], set: (order: Side[]) => void}} props
 */
export function Lots({ players, sides, order, set }) {
  const left = sides.filter((side) => !order.some((one) => one.join() === side.join()));
  return html`<div class="field" data-open="lots">
    <span class="label">${o.draw.lots}</span>
    <ol class="drawn">${order.map((side) => html`<li key=${side.join()}>${sideName(players, side)}</li>`)}</ol>
    <small>${left.length > 0 ? o.draw.lotsNext : o.draw.lotsDone}</small>
    <div class="chips">
      ${left.map((side) => html`<button
        type="button"
        key=${side.join()}
        data-input="order"
        data-value=${side.join()}
        onClick=${() => set([...order, side])}
      >${sideName(players, side)}</button>`)}
      ${order.length > 0
        ? html`<button type="button" class="quiet" data-action="undo-lot" onClick=${() => set(order.slice(0, -1))}>
            ${o.draw.undoLot}
          </button>`
        : null}
    </div>
  </div>`;
}
