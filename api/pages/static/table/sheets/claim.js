/** A claim, from the play that is disputed; and the claims there are, with the referee's ruling. */

import { useState } from "preact/hooks";
import { Chips, html } from "../../shared/ui.js";
import { w } from "../../shared/words.js";
import { records } from "../hooks.js";
import { line, ofThisHand, useHistory } from "./history.js";

/** @typedef {import("../store.js").Table} Table */
/** @typedef {import("../../shared/types.js").Entry} Entry */
/** @typedef {import("../../shared/types.js").MatchView} MatchView */

/** @param {{table: Table}} props */
export function Claim({ table }) {
  const view = /** @type {MatchView} */ (table.view.value);
  const { entries, older } = useHistory(table);
  const kinds = table.ruleset.value?.claims ?? [];
  const [at, setAt] = useState(/** @type {Entry | null} */ (null));
  const [kind, setKind] = useState(kinds[0] ?? "");
  const [by, setBy] = useState(/** @type {number | null} */ (null));
  const plays = ofThisHand(entries ?? []).filter((entry) => entry.seat !== undefined && entry.seat !== null && !NOT_CLAIMED.has(entry.type));
  const others = at ? view.seats.filter((one) => one.side !== view.seats[at.seat].side) : [];
  const claimant = by !== null && others.some((one) => one.seat === by) ? by : (others[0]?.seat ?? null);
  const event = at && claimant !== null ? { type: "claim", by: claimant, against: at.seat, kind, at: at.version } : null;
  return html`
    ${view.claims.map((claim) => html`<${Ruled} key=${claim.claim} table=${table} claim=${claim} />`)}
    ${event
      ? html`<div class="controls"><button ...${records(table, event)} class="main">${w.claim.says(table.name(event.by), w.claim.kinds[kind] ?? kind, table.name(event.against))}</button></div>`
      : null}
    ${kinds.length > 1 ? html`<${Chips} legend=${w.claim.kind} input="kind" value=${kind} choose=${setKind} options=${kinds.map((one) => ({ value: one, label: w.claim.kinds[one] ?? one }))} />` : null}
    ${others.length > 1 ? html`<${Chips} legend=${w.claim.by} input="by" value=${claimant} choose=${setBy} options=${others.map((one) => ({ value: one.seat, label: table.name(one.seat) }))} />` : null}
    <fieldset class="list">
      <legend>${w.claim.which}</legend>
      ${entries !== null && plays.length === 0 ? html`<p class="hint">${w.claim.none}</p>` : null}
      ${plays.map(
        (entry) => html`<button type="button" key=${entry.version} data-at=${entry.version} aria-pressed=${String(at?.version === entry.version)} onClick=${() => setAt(entry)}>
          <small>${entry.version}</small> ${line(table, entry)}
        </button>`,
      )}
      ${older ? html`<button type="button" class="quiet" data-older onClick=${older}>${w.undo.older}</button>` : null}
    </fieldset>`;
}

const NOT_CLAIMED = new Set(["sanction", "reveal", "draw", "withdraw", "change", "note"]);

/** @param {{table: Table, claim: import("../../shared/types.js").ClaimView}} props */
export function Ruled({ table, claim }) {
  const [reason, setReason] = useState(w.claim.reasons[0]);
  const pending = claim.status === "pending";
  const ruling = (/** @type {boolean} */ upheld) => ({ type: "ruling", claim: claim.claim, upheld, reason });
  return html`<section class=${`claim ${claim.status}`} data-claim=${claim.claim}>
    <p><b>${w.claim.status[claim.status]}.</b> ${w.claim.says(table.name(claim.by), w.claim.kinds[claim.kind] ?? claim.kind, table.name(claim.against))}
      <a href=${`/v1/matches/${table.match}/claims/${claim.claim}?format=html`} target="_blank" rel="noopener">${w.claim.page}</a></p>
    ${pending
      ? html`<${Chips} legend=${w.claim.reason} input="reason" value=${reason} choose=${setReason} options=${w.claim.reasons.map((one) => ({ value: one, label: one }))} />
          <div class="controls">
            <button ...${records(table, ruling(true))} class="main">${w.claim.uphold}</button>
            <button ...${records(table, ruling(false))}>${w.claim.reject}</button>
          </div>`
      : null}
  </section>`;
}
