/** A tie that the rules leave to the organizers: the steps that were tried, the order by tapping, and the reason. */

import { useState } from "preact/hooks";
import { html } from "../../shared/ui.js";
import { joinNames } from "../../shared/words.js";
import { Rules } from "./changes.js";
import { Decision, Reason } from "./decision.js";
import { orderOf, ruleOf, levelSteps } from "./model/ties.js";
import { figureName, stepName } from "./names.js";
import { p } from "./words.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../../shared/types.js").Somebody} Somebody */
/** @typedef {import("../../shared/types.js").Row} Row */

/**
 * @param {{
 *   store: Store,
 *   contest: import("../store.js").Contest,
 *   entrants: readonly Somebody[],
 *   fixture: string | null,
 *   tables: readonly (readonly Row[])[],
 *   onDone: () => void,
 * }} props
 */
export function TieForm({ store, contest, entrants, fixture, tables, onDone }) {
  const [taps, setTaps] = useState(/** @type {readonly string[]} */ ([]));
  const [reason, setReason] = useState(p.tie.reasons[0]);
  const ids = entrants.map((one) => one.id);
  const order = orderOf(ids, taps);
  const request =
    order && reason.trim() !== ""
      ? { method: /** @type {const} */ ("POST"), path: `/v1/contests/${contest.id}/rulings`, body: { tie: ids, order, reason } }
      : null;
  const rows = tables.flat().filter((row) => ids.includes(row.player.id));
  const names = joinNames(entrants.map((one) => store.name(one)));
  return html`
    <${Why} store=${store} contest=${contest} rows=${fixture ? [] : rows} names=${names} atTable=${fixture !== null} />
    <p id="tap-order">${p.tie.tap}</p>
    <div class="list" role="group" aria-labelledby="tap-order">
      ${entrants.map((one) => {
        const at = taps.indexOf(one.id);
        return html`<button
          type="button"
          key=${one.id}
          data-input="order"
          data-value=${one.id}
          data-order=${at < 0 ? undefined : at + 1}
          aria-pressed=${String(at >= 0)}
          onClick=${() => setTaps(at < 0 ? [...taps, one.id] : taps.filter((id) => id !== one.id))}
        >
          ${at < 0 ? "" : `${p.place(at + 1)} `}
          <b>${store.name(one)}</b>
        </button>`;
      })}
    </div>
    ${taps.length > 0
      ? html`<button type="button" class="quiet" data-action="again" onClick=${() => setTaps([])}>${p.tie.again}</button>`
      : null}
    <${Decision}
      store=${store}
      request=${request}
      contest=${contest}
      tables=${tables}
      confirm=${p.tie.confirm}
      action="rule-tie"
      onDone=${() => {
        store.notice.value = p.tie.decided;
        onDone();
      }}
    ><${Reason} reasons=${p.tie.reasons} value=${reason} set=${setReason} /><//>
  `;
}

/**
 * The reason why only the organizers can part them.
 * @param {{store: Store, contest: import("../store.js").Contest, rows: readonly Row[], names: string, atTable: boolean}} props
 */
function Why({ store, contest, rows, names, atTable }) {
  const rulesOfFormat = store.rulesOf(contest);
  const steps = levelSteps(rows, rulesOfFormat);
  const league = rows[0]?.ptos !== undefined;
  const name = (/** @type {string} */ step) =>
    step === "average"
      ? p.tie.average
      : step === "points" || step === "diff" || step === "f"
        ? figureName(step === "points" && league ? "ptos" : step, contest.ruleset)
        : figureName(step, contest.ruleset) || stepName(step, contest.ruleset);
  const rules = [...new Set([...steps.map((one) => ruleOf(one.step, rulesOfFormat, league)), "league.studied"])];
  return html`
    <p><b>${atTable ? p.tie.atTable(names) : p.tie.of(names)}</b></p>
    ${steps.length > 0
      ? html`
          <p>${p.tie.tried}</p>
          <ol data-tried>
            ${steps.map((one) => html`<li key=${one.step} data-step=${one.step}>${p.tie.level(name(one.step), one.value)}</li>`)}
          </ol>
        `
      : atTable
        ? null
        : html`<p>${p.tie.few}</p>`}
    <${Rules} store=${store} codes=${steps.length > 0 || atTable ? rules : ["league.withdrawal", "league.studied"]} />
  `;
}
