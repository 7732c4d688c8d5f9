/**
 * A code for each player of a match with a tablet for each. The codes are made for all seats at once, shown one by one, printed
 * in one go.
 */

import { useState } from "preact/hooks";
import { publicOrigin } from "../../shared/address.js";
import { QrCode } from "../../shared/qr.js";
import { Chips, html } from "../../shared/ui.js";
import { CopyField } from "../access/secret.js";
import { RefusalNote, useDecision } from "../form.js";
import { o } from "../words.js";
import { seatKey } from "./key.js";
import { printSheets } from "./paper.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../../shared/types.js").Fixture} Fixture */
/** @typedef {import("../../shared/types.js").MatchView} MatchView */
/** @typedef {{seat: number, player: string, address: string, until: string}} SeatCode */

/** @param {{store: Store, fixture: Fixture, view: MatchView}} props */
export function SeatCodes({ store, fixture, view }) {
  const [codes, setCodes] = useState(/** @type {SeatCode[]} */ ([]));
  const [making, setMaking] = useState(false);
  const decision = useDecision(store);
  const left = view.seats.filter(({ seat }) => codes.every((one) => one.seat !== seat));
  const ask = (/** @type {number} */ seat, dry = false) => decision.send("POST", "/v1/tokens", seatKey(view.id, seat), { dry });
  const all = async () => {
    // The page makes none of them if the service would refuse one.
    for (const { seat } of left) if (!(await ask(seat, true))) return;
    for (const one of left) {
      const key = await ask(one.seat);
      if (!key) return;
      setCodes((before) => [
        ...before,
        {
          seat: one.seat,
          player: store.name(one),
          address: `${publicOrigin()}/table/${view.id}#token=${key.token}`,
          until: key.expires,
        },
      ]);
    }
  };
  const make = async () => {
    setMaking(true);
    await all();
    setMaking(false);
  };
  return html`<div class="panel" data-seat-codes=${codes.length}>
    <h3>${o.seats.title}</h3>
    <p>${o.seats.means}</p>
    <${RefusalNote} refusal=${decision.refusal} />
    ${codes.length > 0
      ? html`<${SeatCode}
          codes=${codes}
          print=${() => printSheets(store.view.value?.name ?? "", codes.map((one) => ({ fixture, ...one })))}
        />`
      : null}
    ${left.length > 0 && store.rights.value?.organizer
      ? html`<div class="controls">
          <button type="button" class="main" data-action="seat-keys" disabled=${making} onClick=${make}>
            ${o.seats.make(left.length)}
          </button>
        </div>`
      : null}
    ${store.rights.value?.organizer ? null : html`<p class="hint">${o.seats.organizerOnly}</p>`}
  </div>`;
}

/**
 * One code at a time. With two side by side, a player reads that of another.
 * @param {{codes: readonly SeatCode[], print: () => void}} props
 */
function SeatCode({ codes, print }) {
  const [seat, setSeat] = useState(codes[0].seat);
  const code = codes.find((one) => one.seat === seat) ?? codes[0];
  return html`
    <p class="bad">${o.seats.once}</p>
    <${Chips}
      legend=${o.seats.whose}
      input="seat"
      value=${code.seat}
      choose=${setSeat}
      options=${codes.map((one) => ({ value: one.seat, label: one.player }))}
    />
    <${QrCode} text=${code.address} label=${o.seats.of(code.player)} />
    <${CopyField} key=${code.seat} label=${o.seats.address(code.player)} input="seat-address" value=${code.address} />
    <div class="controls">
      <button type="button" data-action="print-seats" onClick=${print}>${o.seats.print(codes.length)}</button>
    </div>
  `;
}
