/** Undo: a tap on the first wrong entry. It says the effect before it undoes anything. */

import { useEffect, useState } from "preact/hooks";
import { headline } from "../../games/headline.js";
import { Unreachable } from "../../shared/api.js";
import { Face } from "../../shared/cards.js";
import { Chips, html } from "../../shared/ui.js";
import { w } from "../../shared/words.js";
import { records } from "../hooks.js";
import { line, useHistory } from "./history.js";

/** @typedef {import("../store.js").Table} Table */
/** @typedef {import("../../shared/types.js").Entry} Entry */

/** Two tricks of four. */
const FIRST_SHOWN = 8;
/** Number of entries that are named one by one. For more of them, the list shows which. */
const NAMED = 3;

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
  const version = table.view.value?.version;
  useEffect(() => {
    if (target === null || waits) return undefined;
    let current = true;
    table.api.rehearse(table.match, { type: "retract", to: target, reason }).then(
      (trial) => current && setAfter(follows(table, trial.view)),
      (problem) => current && setAfter(problem instanceof Unreachable ? w.undo.later : problem.message),
    );
    return () => {
      current = false;
    };
  }, [target, waits, version]);
  if (entries === null) return html`<p class="hint">…</p>`;
  if (target === null) return html`<p>${w.undo.nothing}</p>`;
  const takebacks = list.filter((entry) => entry.version > target);
  const unsent = takebacks.every((entry) => entry.unsent);
  const event = { type: "retract", to: target, reason };
  const undo = {
    ...records(table, event),
    ...(unsent ? { "data-event": undefined, "data-unsend": target } : {}),
    disabled: false,
    onClick: () => table.undo(target, reason),
  };
  return html`
    <fieldset class="list steps">
      <legend>${w.undo.ask}</legend>
      ${list.slice(0, all ? undefined : FIRST_SHOWN).map((entry) => html`<${Step}
        key=${entry.version}
        table=${table}
        entry=${entry}
        goes=${entry.version > target}
        choose=${setTo}
      />`)}
      ${!all && list.length > FIRST_SHOWN
        ? html`<button type="button" class="quiet" data-older onClick=${() => setAll(true)}>${w.undo.older}</button>`
        : null}
      ${all && older ? html`<button type="button" class="quiet" data-older onClick=${older}>${w.undo.older}</button>` : null}
    </fieldset>
    <${Chips}
      legend=${w.undo.reason}
      input="reason"
      value=${reason}
      choose=${setReason}
      options=${w.undo.reasons.map((one) => ({ value: one, label: one }))}
    />
    <div class="decides">
      <p class="takes-back" role="status">
        <b>${w.undo.takesBack}:</b> ${listOf(table, takebacks)} <small>${unsent ? w.undo.unsent : waits ? w.undo.later : after}</small>
      </p>
      <button ...${undo} class="main">${w.undo.confirm(takebacks.length)}</button>
    </div>
  `;
}

/**
 * An entry of the log. A tap goes back to the state before it.
 * @param {{table: Table, entry: Entry, goes: boolean, choose: (to: number) => void}} props
 */
const Step = ({ table, entry, goes, choose }) => html`<button
  type="button"
  class="step"
  data-to=${entry.version - 1}
  aria-pressed=${String(goes)}
  aria-label=${line(table, entry)}
  onClick=${() => choose(entry.version - 1)}
>
  ${typeof entry.card === "string" && entry.type !== "sanction"
    ? html`<span class="card still tiny"><${Face} card=${entry.card} /></span>`
    : null}
  <span>${line(table, entry)}</span>
</button>`;

/**
 * The entries that go, in the order in which they came.
 * @param {Table} table
 * @param {readonly Entry[]} takebacks latest first
 */
function listOf(table, takebacks) {
  const sentences = takebacks.map((entry) => line(table, entry) + tricks(entry)).reverse();
  return sentences.length > NAMED ? w.undo.more(sentences.slice(0, NAMED - 1).join(" · "), sentences.length - NAMED + 1) : sentences.join(" · ");
}

/** @param {Entry} entry */
const tricks = (entry) =>
  entry.facts.some((fact) => fact.fact === "trick_taken") ? ` ${w.and(w.undo.trick)} ${w.undo.trick}` : "";

/**
 * The state of the match then: the event that it awaits, and the figures of the score that differ.
 * @param {Table} table
 * @param {import("../../shared/types.js").MatchView | null} then
 */
const follows = (table, then) => (then ? [headline(then), scores(table, then)].filter(Boolean).join(" · ") : "");

/**
 * The figures of the score that would differ: each that the game shows, before and after.
 * @param {Table} table
 * @param {import("../../shared/types.js").MatchView | null} then
 */
export function scores(table, then) {
  const view = table.view.value;
  if (!view || !then) return "";
  const [now, later] = [table.game?.score(view) ?? [], table.game?.score(then) ?? []];
  const changes = now
    .map((row, i) => [row, later[i]].map((one) => one?.values.join(" – ")))
    .map(([before, after], i) => (before === after ? "" : w.undo.score(now[i].label, before, after)));
  return changes.filter(Boolean).join(" · ") || w.undo.sameScore;
}
