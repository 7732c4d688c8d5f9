/** Undo: says what it takes back before it does. */

import { useEffect, useState } from "preact/hooks";
import { Unreachable } from "../../shared/api.js";
import { Chips, html } from "../../shared/ui.js";
import { w } from "../../shared/words.js";
import { records } from "../hooks.js";
import { line, useHistory } from "./history.js";

/** @typedef {import("../store.js").Table} Table */
/** @typedef {import("../../shared/types.js").Entry} Entry */

const FIRST_SHOWN = 6;

/** @param {{table: Table}} props */
export function Undo({ table }) {
  const { entries, older } = useHistory(table);
  const [to, setTo] = useState(/** @type {number | null} */ (null));
  const [reason, setReason] = useState(w.undo.reasons[0]);
  const [all, setAll] = useState(false);
  const [after, setAfter] = useState("");
  const list = (entries ?? []).filter((entry) => entry.type !== "open");
  const target = to ?? (list[0] ? list[0].version - 1 : null);
  const waits = table.pending.value > 0;
  useEffect(() => {
    if (target === null || waits) return undefined;
    let current = true;
    table.api.rehearse(table.match, { type: "retract", to: target, reason }).then(
      (written) => current && setAfter(scores(table, written.view)),
      (problem) => current && setAfter(problem instanceof Unreachable ? w.undo.later : problem.message),
    );
    return () => {
      current = false;
    };
  }, [target, waits]);
  if (entries === null) return html`<p class="hint">…</p>`;
  if (target === null) return html`<p>${w.undo.nothing}</p>`;
  const gone = list.filter((entry) => entry.version > target);
  const unsent = gone.every((entry) => entry.unsent);
  const event = { type: "retract", to: target, reason };
  const undo = { ...records(table, event), ...(unsent ? { "data-event": undefined, "data-unsend": target } : {}), disabled: false, onClick: () => table.undo(target, reason) };
  return html`
    <p class="takes-back" role="status"><b>${w.undo.takesBack}:</b> ${gone.map((entry) => line(table, entry) + tricks(entry)).reverse().join(" · ")}</p>
    <p class="hint">${unsent ? w.undo.unsent : waits ? w.undo.later : after}</p>
    <div class="controls"><button ...${undo} class="main">${w.undo.confirm}</button></div>
    <${Chips} legend=${w.undo.reason} input="reason" value=${reason} choose=${setReason} options=${w.undo.reasons.map((one) => ({ value: one, label: one }))} />
    <fieldset class="list">
      <legend>${w.undo.ask}</legend>
      ${list.slice(0, all ? undefined : FIRST_SHOWN).map(
        (entry) => html`<button type="button" key=${entry.version} data-to=${entry.version - 1} aria-pressed=${String(entry.version === target + 1)} onClick=${() => setTo(entry.version - 1)}>
          <small>${entry.version}</small> ${line(table, entry)}
        </button>`,
      )}
      ${!all && list.length > FIRST_SHOWN ? html`<button type="button" class="quiet" data-older onClick=${() => setAll(true)}>${w.undo.older}</button>` : null}
      ${all && older ? html`<button type="button" class="quiet" data-older onClick=${older}>${w.undo.older}</button>` : null}
    </fieldset>`;
}

/** @param {Entry} entry */
const tricks = (entry) => (entry.facts.some((fact) => fact.fact === "trick_taken") ? ` ${w.and} ${w.undo.trick}` : "");

/**
 * What of the score would be another: each figure that the game shows, before and after.
 * @param {Table} table
 * @param {import("../../shared/types.js").MatchView | null} then
 */
export function scores(table, then) {
  const view = table.view.value;
  if (!view || !then) return "";
  const [now, later] = [table.game?.score(view) ?? [], table.game?.score(then) ?? []];
  const changed = now.map((row, i) => [row, later[i]].map((one) => one?.values.join(" – "))).map(([before, after], i) => (before === after ? "" : w.undo.score(now[i].label, before, after)));
  return changed.filter(Boolean).join(" · ") || w.undo.sameScore;
}
