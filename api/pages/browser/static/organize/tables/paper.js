/**
 * Sheets on paper: the code that lets a tablet record, for the table or for a player, with the players and the place. Half a
 * page each.
 */

import { versus } from "../../shared/contests/people.js";
import { k } from "../../shared/contests/words.js";
import { QrCode } from "../../shared/qr.js";
import { html } from "../../shared/ui.js";
import { placeOf } from "../../shared/contests/place.js";
import { printPaper } from "../printing.js";
import { moment, o } from "../words.js";

/** @typedef {import("../../shared/types.js").Fixture} Fixture */
/**
 * @typedef {{fixture: Fixture, address: string, until: string, player?: string}} TableSheet is a sheet for a table. `address`:
 *   the one with the token; `until`: the end of that, RFC 3339; `player`: the holder, if it is not the table's
 */

/**
 * Prints sheets. The holder of a sheet may record.
 * @param {string} title the title of the championship and the game
 * @param {readonly TableSheet[]} sheets
 */
export function printSheets(title, sheets) {
  printPaper(html`${sheets.map((one) => html`<${OneSheet} key=${one.address} title=${title} sheet=${one} />`)}`);
}

/** @param {{title: string, sheet: TableSheet}} props */
const OneSheet = ({ title, sheet: { fixture, address, until, player } }) => html`<article class="table-sheet">
  <${QrCode} text=${address} label=${player ? o.seats.of(player) : o.fixtures.tableQr} />
  <div>
    <p>${title}</p>
    ${fixture.table === null || fixture.table === undefined ? null : html`<p class="table-name">${k.table(fixture.table)}</p>`}
    <h2>${player ?? versus(fixture.entrants)}</h2>
    <p>
      ${[player ? versus(fixture.entrants) : "", placeOf(fixture), fixture.starts_at ? moment(fixture.starts_at) : ""]
        .filter(Boolean)
        .join(" · ")}
    </p>
    <p>${player ? o.seats.paperMeans(player) : o.fixtures.paperMeans}</p>
    <p><b>${o.fixtures.paperUntil(moment(until))}</b></p>
  </div>
</article>`;
