/** The question before a play against the rules is recorded: the rule, and the known facts. */

import { useEffect, useState } from "preact/hooks";
import { Unreachable } from "../../shared/api.js";
import { html, Sheet } from "../../shared/ui.js";
import { textOf, w } from "../../shared/words.js";
import { records } from "../hooks.js";

/** @typedef {import("../store.js").Table} Table */
/** @typedef {import("../../shared/types.js").GameEvent} GameEvent */
/** @typedef {import("../../shared/types.js").MatchView} MatchView */

/** @param {{table: Table, event: GameEvent}} props */
export function AskFirst({ table, event }) {
  const view = /** @type {MatchView} */ (table.view.value);
  const [answer, setAnswer] = useState(/** @type {{text: string, may: boolean} | null} */ (null));
  useEffect(() => {
    let current = true;
    table.api.rehearse(table.match, event).then(
      (trial) => current && setAnswer({ text: breaches(table, view, trial.view), may: true }),
      (problem) =>
        current &&
        setAnswer(
          problem instanceof Unreachable ? { text: w.irregular.unknown, may: true } : { text: problem.message, may: false },
        ),
    );
    return () => {
      current = false;
    };
  }, [event]);
  const close = () => (table.question.value = null);
  const actor = event.seat === undefined ? "" : `${table.name(event.seat)}: `;
  return html`<${Sheet} title=${w.irregular.title} name="ask" close=${close} closeWord=${w.cancel}>
    <p><b>${actor}${table.does(event)}</b></p>
    <p role="status">${answer ? answer.text : "…"}</p>
    <div class="controls">
      ${answer?.may ? html`<button ...${records(table, event)} class="main">${w.irregular.record}</button>` : null}
    </div>
  </${Sheet}>`;
}

/**
 * The rules that an event would break, in words.
 * @param {Table} table
 * @param {MatchView} now
 * @param {MatchView | null} then
 */
function breaches(table, now, then) {
  const fresh = (then?.infractions ?? []).slice(now.infractions.length);
  const clauses = table.ruleset.value?.clauses ?? [];
  const texts = fresh
    .map((one) => clauses.find((clause) => clause.code === one.code))
    .flatMap((clause) => (clause ? [textOf(clause)] : []));
  return texts.length > 0 ? texts.join(" ") : w.irregular.unproven;
}
