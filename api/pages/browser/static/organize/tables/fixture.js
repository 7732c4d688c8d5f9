/** One match: opened for its table, with the QR codes of the table, of its players and of the public, its hour, its PINs. */

import { useState } from "preact/hooks";
import { publicOrigin } from "../../shared/address.js";
import { atOnce } from "../../shared/contests/double.js";
import { versus } from "../../shared/contests/people.js";
import { QrCode } from "../../shared/qr.js";
import { html, Sheet } from "../../shared/ui.js";
import { w } from "../../shared/words.js";
import { CopyField } from "../access/secret.js";
import { placeOf } from "../../shared/contests/place.js";
import { DoubleBookings } from "../double.js";
import { Field, RefusalNote, useDecision } from "../form.js";
import { p as play } from "../play/words.js";
import { o } from "../words.js";
import { tableKey } from "./key.js";
import { OpenTable } from "./open.js";
import { useOpening } from "./opening.js";
import { printSheets } from "./paper.js";
import { Pins } from "./pins.js";
import { SeatCodes } from "./seats.js";

/** @import * as api from "openapi" */
/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../../shared/types.js").Fixture} Fixture */

/** @param {{store: Store, fixture: Fixture, close: () => void}} props */
export function FixtureSheet({ store, fixture, close }) {
  return html`<${Sheet} title=${versus(fixture.entrants)} name="fixture" close=${close} closeWord=${w.close}>
    <p>${placeOf(fixture)}</p>
    ${atOnce(fixture) ? html`<p class="bad" data-double>${atOnce(fixture)}</p>` : null}
    ${fixture.match
      ? html`<${TableInPlay} store=${store} fixture=${fixture} match=${fixture.match} />`
      : html`<${OpenTable} store=${store} fixture=${fixture} />`}
    <p><a class="button" data-action="result" href=${`#results/${fixture.contest}/${fixture.id}`}>${play.results.report}</a></p>
    <${Schedule} store=${store} fixture=${fixture} />
  <//>`;
}

/** @param {{store: Store, fixture: Fixture, match: string}} props */
function TableInPlay({ store, fixture, match }) {
  const [key, setKey] = useState(/** @type {{token: string, expires: string} | null} */ (null));
  const decision = useDecision(store);
  const opening = useOpening(store, match);
  const playing = opening?.view.status === "open" ? opening : null;
  const path = `/table/${match}`;
  const address = publicOrigin() + path;
  const make = async () => {
    const token = await decision.send("POST", "/v1/tokens", tableKey(match));
    if (token) setKey(token);
  };
  const here = store.api.token ? `${path}#token=${store.api.token}` : path;
  return html`
    <div class="controls">
      <a class="button" data-action="table" href=${here}>${o.fixtures.here}</a>
      <a class="button" data-action="replay" href=${`/replay/${match}${location.search}`}>${o.fixtures.replay}</a>
    </div>
    <div class="panel" data-paper="table">
      <h3>${o.fixtures.tableQr}</h3>
      ${key
        ? html`
            <${QrCode} text=${`${address}#token=${key.token}`} label=${o.fixtures.tableQr} />
            <p class="bad">${o.fixtures.tableQrOnce}</p>
            <${CopyField} label=${o.secret.address} input="table-address" value=${`${address}#token=${key.token}`} />
            <div class="controls">
              <button
                type="button"
                data-action="print"
                onClick=${() =>
                  printSheets(store.view.value?.name ?? "", [
                    { fixture, address: `${address}#token=${key.token}`, until: key.expires },
                  ])}
              >${o.fixtures.print}</button>
            </div>
          `
        : html`
            <p>${o.fixtures.tableQrMeans}</p>
            <${RefusalNote} refusal=${decision.refusal} />
            ${store.rights.value?.organizer
              ? html`<div class="controls">
                  <button type="button" class="main" data-action="table-key" disabled=${decision.busy} onClick=${make}>
                    ${o.fixtures.tableQrMake}
                  </button>
                </div>`
              : html`<p class="hint">${o.fixtures.organizerOnly}</p>`}
          `}
    </div>
    ${playing?.ownTablets ? html`<${SeatCodes} store=${store} fixture=${fixture} view=${playing.view} />` : null}
    <details class="panel" data-open="public">
      <summary>${o.fixtures.publicQr}</summary>
      <p>${o.fixtures.publicQrMeans}</p>
      <${QrCode} text=${address} label=${o.fixtures.publicQr} />
      <${CopyField} label=${o.fixtures.publicAddress} input="public-address" value=${address} />
    </details>
    ${playing?.confirms ? html`<${Pins} store=${store} view=${playing.view} />` : null}
  `;
}

/** @param {{store: Store, fixture: Fixture}} props */
function Schedule({ store, fixture }) {
  const [starts, setStarts] = useState(fixture.starts_at ? local(fixture.starts_at) : "");
  const [table, setTable] = useState(fixture.table === null || fixture.table === undefined ? "" : String(fixture.table));
  const decision = useDecision(store);
  const [plan, setPlan] = useState(/** @type {api.FixturePlanned | null} */ (null));
  const save = async (/** @type {Event} */ event) => {
    event.preventDefault();
    setPlan(null);
    const body = {
      starts_at: starts ? new Date(starts).toISOString() : null,
      table: table.trim() === "" ? null : /^\d+$/.test(table.trim()) ? Number(table) : table.trim(),
    };
    const answer = await decision.send("PUT", `/v1/fixtures/${fixture.id}/schedule`, body);
    if (!answer) return;
    await store.reload();
    setPlan(answer);
  };
  return html`<details class="panel" data-open="schedule">
    <summary>${o.fixtures.schedule}</summary>
    <form class="form" onSubmit=${save}>
      <${Field}
        label=${o.fixtures.starts}
        input="starts_at"
        type="datetime-local"
        value=${starts}
        set=${setStarts}
        refusal=${decision.refusal}
      />
      <${Field}
        label=${o.fixtures.table}
        input="table"
        value=${table}
        set=${setTable}
        refusal=${decision.refusal}
        hint=${o.fixtures.tableHint}
        maxlength="60"
      />
      <${RefusalNote} refusal=${decision.refusal} fields=${["starts_at", "table"]} />
      ${plan ? html`<p class="good" role="status">${o.fixtures.scheduled}</p>` : null}
      <${DoubleBookings} warnings=${plan?.warnings} />
      <div class="controls"><button data-action="schedule" disabled=${decision.busy}>${o.fixtures.save}</button></div>
    </form>
  </details>`;
}

/**
 * A moment in the form of a time field, by the clock of this device.
 * @param {string} time RFC 3339
 */
function local(time) {
  const moment = new Date(time);
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
