/** A yellow or black card, with its player and its reason. */

import { useEffect, useState } from "preact/hooks";
import { Problem, Unreachable } from "../../shared/api.js";
import { SignCards } from "../../shared/incidents.js";
import { nextStepAt } from "../../shared/ladder.js";
import { Chips, html } from "../../shared/ui.js";
import { w } from "../../shared/words.js";
import { records } from "../hooks.js";
import { Would } from "./would.js";

/** @typedef {import("../store.js").Table} Table */
/** @typedef {import("../../shared/types.js").MatchView} MatchView */

/**
 * The penalty of this seat's next card. Without a network it says nothing: only the service knows the other tables.
 * @param {Table} table
 * @param {string | null} player
 * @param {number} count the number of cards given at this table; each new one causes another question
 */
function useNextStep(table, player, count) {
  const [next, setNext] = useState("");
  useEffect(() => {
    let current = true;
    const say = (/** @type {string} */ step) => {
      if (current) setNext(step);
    };
    say("");
    if (player)
      nextStepAt(table.api, table.match, player).then(say, (error) => {
        if (!(error instanceof Problem) && !(error instanceof Unreachable)) throw error;
      });
    return () => {
      current = false;
    };
  }, [player, count]);
  return next;
}

/** @param {{table: Table}} props */
export function Sanction({ table }) {
  const view = /** @type {MatchView} */ (table.view.value);
  const [seat, setSeat] = useState(/** @type {number | null} */ (null));
  const [reason, setReason] = useState(w.sanction.reasons[0]);
  const next = useNextStep(table, seat === null ? null : view.seats[seat].player, view.sanctions.length);
  const sanction = (/** @type {string} */ card) => ({ type: "sanction", seat: seat ?? 0, card, reason });
  return html`
    ${view.sanctions.map((one) => html`<p key=${one.version} class="hint">
      ${table.name(one.seat)}
      : ${one.card === "black" ? w.sanction.black : w.sanction.yellow} (
      ${one.reason}
      )
    </p>`)}
    <${SignCards} match=${table.match} view=${view} />
    <${Chips}
      legend=${w.sanction.who}
      input="seat"
      value=${seat}
      choose=${setSeat}
      options=${view.seats.map((one) => ({ value: one.seat, label: table.name(one.seat) }))}
    />
    <${Chips}
      legend=${w.sanction.reason}
      value=${reason}
      choose=${setReason}
      options=${w.sanction.reasons.map((one) => ({ value: one, label: one }))}
    />
    <label class="wide">
      <span>${w.sanction.other}</span>
      <input
        data-input="reason"
        maxlength="500"
        value=${reason}
        onInput=${(/** @type {any} */ input) => setReason(input.target.value)}
      />
    </label>
    ${next ? html`<p class="hint" data-next-step>${next}</p>` : null}
    ${seat !== null && reason !== ""
      ? html`
          <div class="controls">
            <button ...${records(table, sanction("yellow"))} class="yellow">${w.sanction.yellow}</button>
            <button ...${records(table, sanction("black"))} class="black">${w.sanction.black}</button>
          </div>
          <${Would}
            table=${table}
            would=${[{ label: w.sanction.yellow, event: sanction("yellow") }, { label: w.sanction.black, event: sanction("black") }]}
          />
        `
      : null}
  `;
}
