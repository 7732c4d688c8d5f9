/** A claim, from the card that is disputed; and the claims there are, with the referee's ruling. */

import { useState } from "preact/hooks";
import { Chips, html } from "../../shared/ui.js";
import { w } from "../../shared/words.js";
import { DisputedClaim, Foretold } from "./dispute.js";
import { ofThisHand, useHistory } from "./history.js";
import { Tricks } from "./tricks.js";

/** @typedef {import("../store.js").Table} Table */
/** @typedef {import("../../shared/types.js").Entry} Entry */
/** @typedef {import("../../shared/types.js").MatchView} MatchView */

/** Acts of a seat, in any game, that cannot be claimed against. */
const NOT_CLAIMED = new Set(["sanction", "reveal", "withdraw", "note"]);

/** @param {{table: Table}} props */
export function Claim({ table }) {
  const view = /** @type {MatchView} */ (table.view.value);
  const { entries } = useHistory(table, true);
  const kinds = table.ruleset.value?.claims ?? [];
  const [at, setAt] = useState(/** @type {Entry | null} */ (null));
  const [kind, setKind] = useState(/** @type {string | null} */ (null));
  const [by, setBy] = useState(/** @type {number | null} */ (null));
  const beyond = new Set([...NOT_CLAIMED, ...(table.game?.unclaimable ?? [])]);
  const plays = ofThisHand(entries ?? [])
    .filter((entry) => entry.seat !== undefined && entry.seat !== null && !beyond.has(entry.type))
    .reverse();
  const others = at ? table.claimants().filter((one) => view.seats[one].side !== view.seats[at.seat].side) : [];
  const claimant = by !== null && others.includes(by) ? by : (others[0] ?? null);
  // The kind of a claim stands beside its object, if the game has more than one kind.
  const claimKind = kind ?? (at && kinds.includes(at.type) ? at.type : (kinds[0] ?? ""));
  const event = at && claimant !== null ? { type: "claim", by: claimant, against: at.seat, kind: claimKind, at: at.version } : null;
  const pending = view.claims.filter((one) => one.status === "pending");
  const rulings = view.claims.filter((one) => one.status !== "pending").reverse();
  const choose = (/** @type {Entry} */ entry) => {
    setAt(entry);
    setKind(null);
  };
  return html`
    ${pending.map((claim) => html`<${DisputedClaim} key=${claim.claim} table=${table} claim=${claim} />`)}
    ${kinds.length > 0 && view.status === "open"
      ? html`<fieldset class="list">
          <legend>${w.claim.which}</legend>
          ${entries !== null && plays.length === 0 ? html`<p class="hint">${w.claim.none}</p>` : null}
          <${Tricks} table=${table} plays=${plays} at=${at} choose=${choose} />
        </fieldset>`
      : null}
    ${others.length > 1
      ? html`<${Chips}
          legend=${w.claim.by}
          input="by"
          value=${claimant}
          choose=${setBy}
          options=${others.map((one) => ({ value: one, label: table.name(one) }))}
        />`
      : null}
    ${at && kinds.length > 1
      ? html`<${Chips}
          legend=${w.claim.kind}
          input="kind"
          value=${claimKind}
          choose=${setKind}
          options=${kinds.map((one) => ({ value: one, label: w.claim.kinds[one] ?? one }))}
        />`
      : null}
    ${at && claimant === null ? html`<p class="hint">${w.claim.own}</p>` : null}
    ${rulings.map((claim) => html`<${DisputedClaim} key=${claim.claim} table=${table} claim=${claim} />`)}
    ${event ? html`<div class="decides"><${Foretold} table=${table} event=${event} /></div>` : null}
  `;
}
