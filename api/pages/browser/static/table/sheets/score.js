/** The score in full: each hand, the figures that the game counts beside points, and the cards that were given. */

import { SignCards } from "../../shared/incidents.js";
import { SignStakes } from "../../shared/stakes.js";
import { html } from "../../shared/ui.js";
import { w } from "../../shared/words.js";

/** @typedef {import("../store.js").Table} Table */
/** @typedef {import("../../shared/types.js").MatchView} MatchView */

/** @param {{table: Table}} props */
export function Score({ table }) {
  const view = /** @type {MatchView} */ (table.view.value);
  const sides = view.score.totals.map((_, side) => side);
  const rows = table.game?.score(view) ?? [];
  const of = (/** @type {import("../../games/index.js").ScoreRow} */ row, /** @type {number} */ side) =>
    row.values[row.per === "seat" ? (view.seats.find((one) => one.side === side)?.seat ?? side) : side];
  return html`
    <div class="scroll" tabindex="0" role="region" aria-label=${w.menus.score}>
      <table class="full-score">
        <thead><tr><th></th>${sides.map((side) => html`<th key=${side} scope="col">${table.sideName(side)}</th>`)}</tr></thead>
        <tbody>
          ${view.score.hands.map((hand, i) => html`<tr key=${i}>
            <th scope="row">${w.hand} ${hand.hand}</th>
            ${sides.map((side) => html`<td key=${side}>${hand.points ? hand.points[side] : w.figures.none}</td>`)}
          </tr>`)}
        </tbody>
        <tfoot>
          ${rows.map((row) => html`<tr key=${row.label}>
            <th scope="row">${row.label}</th>
            ${sides.map((side) => html`<td key=${side}>${of(row, side)}</td>`)}
          </tr>`)}
        </tfoot>
      </table>
    </div>
    ${view.sanctions.map((one) => html`<p key=${one.version}>
      ${table.name(one.seat)}
      : ${one.card === "black" ? w.sanction.black : w.sanction.yellow} (
      ${one.reason}
      )
    </p>`)}
    ${view.sanctions.length ? html`<p><${SignCards} match=${table.match} view=${view} /></p>` : null}
    ${view.result?.settlement
      ? html`<p><${SignStakes} path=${`/print/matches/${table.match}/settlement`} look="button" /></p>`
      : null}
  `;
}
