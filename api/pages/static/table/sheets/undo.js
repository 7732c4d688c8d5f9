/** Undo: says what it takes back before it does. */

import { useEffect, useState } from "preact/hooks";
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
  useEffect(() => {
    if (target === null) return undefined;
    let current = true;
    table.api.rehearse(table.match, { type: "retract", to: target, reason }).then(
      (written) => current && setAfter(scores(table, written.view)),
      (problem) => current && setAfter(problem.message),
    );
    return () => {
      current = false;
    };
  }, [target]);
  if (table.pending.value > 0) return html`<${Unsend} table=${table} />`;
  if (entries === null) return html`<p class="hint">…</p>`;
  if (target === null) return html`<p>${w.undo.nothing}</p>`;
  const gone = list.filter((entry) => entry.version > target);
  const event = { type: "retract", to: target, reason };
  return html`
    <p class="takes-back" role="status"><b>${w.undo.takesBack}:</b> ${gone.map((entry) => line(table, entry) + tricks(entry)).reverse().join(" · ")}</p>
    <p class="hint">${after}</p>
    <div class="controls"><button ...${records(table, event)} class="main">${w.undo.confirm}</button></div>
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

/**
 * What was never sent is taken out of the queue; what was sent waits for its answer.
 * @param {{table: Table}} props
 */
function Unsend({ table }) {
  const waiting = table.outbox.waiting.value;
  const unsent = waiting.filter((item) => !item.sent);
  const [from, setFrom] = useState(/** @type {number | null} */ (null));
  const first = unsent.find((item) => item.n === from) ?? unsent[unsent.length - 1];
  if (!first) return html`<p role="status">${w.undo.waits(line(table, waiting[0].event))}</p>`;
  const gone = unsent.filter((item) => item.n >= first.n);
  return html`
    <p class="takes-back" role="status"><b>${w.undo.takesBack}:</b> ${gone.map((item) => line(table, item.event)).join(" · ")}</p>
    <p class="hint">${w.undo.unsent}</p>
    <div class="controls"><button type="button" class="main" data-unsend=${first.n} onClick=${() => table.unsend(first)}>${w.undo.confirm}</button></div>
    <fieldset class="list">
      <legend>${w.undo.ask}</legend>
      ${[...unsent].reverse().map((item) => html`<button type="button" key=${item.key} data-from=${item.n} aria-pressed=${String(item.n === first.n)} onClick=${() => setFrom(item.n)}>${line(table, item.event)}</button>`)}
    </fieldset>`;
}

/** @param {Entry} entry */
const tricks = (entry) => (entry.facts.some((fact) => fact.fact === "trick_taken") ? ` ${w.and} ${w.undo.trick}` : "");

/**
 * @param {Table} table
 * @param {import("../../shared/types.js").MatchView | null} then
 */
function scores(table, then) {
  const view = table.view.value;
  if (!view || !then) return "";
  const [now, later] = [view.score.totals.join(" – "), then.score.totals.join(" – ")];
  return now === later ? w.undo.sameScore : w.undo.score(now, later);
}
