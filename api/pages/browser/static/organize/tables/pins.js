/** The PINs with which the sides of a match confirm its hands: first ones, or new ones for a side that forgot its own. */

import { useState } from "preact/hooks";
import { Chips, html } from "../../shared/ui.js";
import { joinNames } from "../../shared/words.js";
import { Field, RefusalNote, useDecision } from "../form.js";
import { o } from "../words.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../../shared/types.js").MatchView} MatchView */

/** @param {{store: Store, view: MatchView}} props */
export function Pins({ store, view }) {
  const sides = [...new Set(view.seats.map((one) => one.side))];
  const [side, setSide] = useState(sides[0]);
  const [pin, setPin] = useState("");
  const [again, setAgain] = useState(false);
  const [isGiven, setIsGiven] = useState(false);
  const decision = useDecision(store);
  const name = (/** @type {number} */ one) =>
    joinNames(view.seats.filter((seat) => seat.side === one).map((seat) => store.name(seat)));
  const give = async (/** @type {Event} */ event) => {
    event.preventDefault();
    setIsGiven(false);
    const body = { pin, ...(again ? { reason: o.pins.reason } : {}) };
    if (!(await decision.send("PUT", `/v1/matches/${view.id}/pins/${side}`, body))) return;
    setPin("");
    setIsGiven(true);
  };
  return html`<details class="panel" data-open="pins">
    <summary>${o.pins.title}</summary>
    <form class="form" onSubmit=${give}>
      <p>${o.pins.means}</p>
      <${Chips}
        legend=${o.pins.whose}
        input="side"
        value=${side}
        choose=${setSide}
        options=${sides.map((value) => ({ value, label: name(value) }))}
      />
      <${Field}
        label=${o.pins.pin}
        input="pin"
        type="password"
        inputmode="numeric"
        value=${pin}
        set=${setPin}
        refusal=${decision.refusal}
        hint=${o.pins.hint}
        minlength="4"
        maxlength="12"
      />
      <label class="check">
        <input
          type="checkbox"
          data-input="again"
          checked=${again}
          onChange=${(/** @type {any} */ event) => setAgain(event.target.checked)}
        />
        <span>${o.pins.again}</span>
      </label>
      <${RefusalNote} refusal=${decision.refusal} fields=${["pin"]} />
      ${isGiven ? html`<p class="good" role="status">${o.pins.given(name(side))}</p>` : null}
      <div class="controls">
        <button data-action="give-pin" disabled=${decision.busy || !/^\d{4,12}$/.test(pin)}>${o.pins.give}</button>
      </div>
    </form>
  </details>`;
}
