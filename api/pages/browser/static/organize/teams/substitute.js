/** A member who takes another's place at a board of an encounter, once the line-ups are in view. */

import { useState } from "preact/hooks";
import { displayName } from "../../shared/contests/people.js";
import { Chips, html } from "../../shared/ui.js";
import { Rules } from "../play/changes.js";
import { Decision, Reason } from "../play/decision.js";
import { p } from "../play/words.js";
import { t } from "./words.js";

/** @typedef {import("../play/result.js").Props} Props */
/** @typedef {import("../../shared/types.js").Somebody} Somebody */

/** @param {Props & {board: import("openapi").BoardView}} props */
export function SubstituteForm({ store, contest, fixture, tables, board, onDone }) {
  const [out, setOut] = useState(/** @type {string | null} */ (null));
  const [into, setInto] = useState(/** @type {string | null} */ (null));
  const [reason, setReason] = useState(p.leaving.reasons[0]);
  const sides = board.players ?? [];
  const side = sides.findIndex((people) => people.some((one) => one.id === out));
  const there = sides.flat();
  const members = (fixture.entrants[side]?.players ?? []).filter((one) => there.every((other) => other.id !== one.id));
  const choices = (/** @type {readonly Somebody[]} */ people) => people.map((one) => ({ value: one.id, label: displayName(one) }));
  const named = (/** @type {string | null} */ id) =>
    displayName([...there, ...members].find((one) => one.id === id) ?? { id: "", name: null });
  const request =
    out && into && reason.trim()
      ? {
          method: /** @type {const} */ ("POST"),
          path: `/v1/fixtures/${fixture.id}/boards/${board.board}/substitutions`,
          body: { out, in: into, reason: reason.trim() },
        }
      : null;
  const leaves = (/** @type {string} */ id) => {
    setOut(id);
    setInto(null);
  };
  return html`<div class="form" data-substitute=${board.board}>
    <${Chips} legend=${t.substitute.out} input="out" value=${out} choose=${leaves} options=${choices(there)} />
    ${out && members.length === 0 ? html`<p class="hint">${t.substitute.nobody}</p>` : null}
    ${members.length > 0
      ? html`<${Chips} legend=${t.substitute.into} input="in" value=${into} choose=${setInto} options=${choices(members)} />`
      : null}
    <${Rules} store=${store} codes=${["teams.substitutes"]} />
    <${Decision}
      store=${store}
      request=${request}
      contest=${contest}
      tables=${tables}
      confirm=${t.substitute.confirm}
      action="substitute"
      onDone=${() => onDone(t.substitute.done(named(into), named(out), board.board))}
    ><${Reason} reasons=${p.leaving.reasons} value=${reason} set=${setReason} /><//>
  </div>`;
}
