/** Sheets for tables on paper: the code that lets a tablet record, with who plays and where. Half a page each. */

import { render } from "preact";
import { versus } from "../../shared/contests/people.js";
import { k } from "../../shared/contests/words.js";
import { QrCode } from "../../shared/qr.js";
import { html } from "../../shared/ui.js";
import { placeOf } from "../contests/draw.js";
import { moment, o } from "../words.js";

/** @typedef {import("../../shared/types.js").Fixture} Fixture */
/** @typedef {{fixture: Fixture, address: string, until: string}} TableSheet `address`: with the token; `until`: when that ends, RFC 3339 */

/**
 * Prints sheets, and nothing of the page behind them. They are gone as soon as that is done: whoever has one may record.
 * @param {string} title of the championship and the game
 * @param {readonly TableSheet[]} sheets
 */
export function printSheets(title, sheets) {
  const paper = document.createElement("div");
  paper.id = "paper";
  document.body.append(paper);
  const cleared = () => {
    render(null, paper);
    paper.remove();
  };
  render(html`${sheets.map((one) => html`<${OneSheet} key=${one.fixture.id} title=${title} sheet=${one} />`)}`, paper);
  addEventListener("afterprint", cleared, { once: true });
  print();
}

/** @param {{title: string, sheet: TableSheet}} props */
const OneSheet = ({ title, sheet: { fixture, address, until } }) => html`<article class="table-sheet">
  <${QrCode} text=${address} label=${o.fixtures.tableQr} />
  <div>
    <p>${title}</p>
    ${fixture.table === null || fixture.table === undefined ? null : html`<p class="table-name">${k.table(fixture.table)}</p>`}
    <h2>${versus(fixture.entrants)}</h2>
    <p>${[placeOf(fixture), fixture.starts_at ? moment(fixture.starts_at) : ""].filter(Boolean).join(" · ")}</p>
    <p>${o.fixtures.paperMeans}</p>
    <p><b>${o.fixtures.paperUntil(moment(until))}</b></p>
  </div>
</article>`;
