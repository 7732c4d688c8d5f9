/** The hands of a round on paper, for whoever prepares the packs: a page a hand. It is printed, and nothing of it is kept. */

import { html } from "../../shared/ui.js";
import { bySuit, deckOf } from "../../shared/contests/deals.js";
import { k } from "../../shared/contests/words.js";
import { w } from "../../shared/words.js";
import { printPaper } from "../printing.js";
import { r } from "./words.js";

/** @typedef {import("openapi").DealSheets} DealSheets */

const SIDES = 2;

/**
 * Reads the hands of a round, and prints them.
 * @param {import("../store.js").Store} store
 * @param {string} contest
 * @param {number} round
 */
export async function printDeals(store, contest, round) {
  const answer = /** @type {DealSheets | null} */ (await store.read(`/v1/contests/${contest}/rounds/${round}/deals`));
  if (!answer) return;
  const { sheets } = answer;
  const title = [store.view.value?.name, k.round(round)].filter(Boolean).join(" · ");
  printPaper(html`${sheets.map((one) => html`<${Sheet} key=${one.code} title=${title} sheet=${one} />`)}`);
}

/** @param {{title: string, sheet: DealSheets["sheets"][number]}} props */
function Sheet({ title, sheet: { code, deal } }) {
  const { hands, table = [], turn_up: turnUp, stock = [] } = deal;
  const deck = deckOf(hands);
  const name = (/** @type {string} */ card) => w.card(card, deck);
  const lines = [
    ...hands.map((cards, seat) => ({
      label: `${r.deals.seat(seat + 1, (seat % SIDES) + 1)}${seat === deal.dealer ? ` (${r.deals.dealer})` : ""}`,
      rows: bySuit(cards).map((own) => own.map(name).join(" · ")),
    })),
    { label: r.deals.table, rows: table.length > 0 ? [table.map(name).join(" · ")] : [] },
    { label: r.deals.turnUp, rows: turnUp ? [name(turnUp)] : [] },
    { label: r.deals.stock, rows: stock.length > 0 ? [stock.map((card, n) => `${n + 1}. ${name(card)}`).join(" · ")] : [] },
  ].filter(({ rows }) => rows.length > 0);
  return html`<article class="listing" data-deal=${deal.hand} ref=${onOwnPage}>
    <h1>${r.deals.hand(deal.hand)} · ${code}</h1>
    <p>${title}</p>
    <p><b>${r.deals.secret}</b> ${r.deals.means}</p>
    <table>
      <tbody>
        ${lines.map(({ label, rows }) => html`<tr key=${label}>
          <th scope="row">${label}</th>
          <td>${rows.map((row) => html`<div key=${row}>${row}</div>`)}</td>
        </tr>`)}
      </tbody>
    </table>
  </article>`;
}

/**
 * Nothing follows a hand on its page: whoever prepares one need not see the next.
 * @param {HTMLElement | null} sheet
 */
function onOwnPage(sheet) {
  if (sheet) sheet.style.breakAfter = "page";
}
