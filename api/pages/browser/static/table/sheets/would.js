/** The effect that an event would have on the score and the result, told before the tap. */

import { useEffect, useState } from "preact/hooks";
import { outcome } from "../../games/scores.js";
import { html } from "../../shared/ui.js";
import { scores } from "./undo.js";

/** @typedef {import("../store.js").Table} Table */
/** @typedef {import("../../shared/types.js").GameEvent} GameEvent */
/** @typedef {import("../../shared/types.js").MatchView} MatchView */

/** Pause after the last key of a reason before a try. */
const PAUSE_MS = 250;

/**
 * The effect of each event, in a line. A line is empty if the effect cannot be told: without a network, with events that wait,
 * or to a reader that may not know it. A tap then records the event like any other, and it can be taken back.
 * @param {{table: Table, would: readonly {label: string, event: GameEvent}[]}} props
 */
export function Would({ table, would }) {
  const [effects, setEffects] = useState(/** @type {readonly string[]} */ ([]));
  const view = table.view.value;
  const waits = table.pending.value > 0;
  useEffect(() => {
    setEffects([]);
    if (waits) return undefined;
    let current = true;
    const timer = setTimeout(async () => {
      const views = await Promise.all(
        would.map(({ event }) =>
          table.api.rehearse(table.match, event).then(
            (trial) => trial.view,
            () => null,
          ),
        ),
      );
      if (current) setEffects(views.map((then) => (then ? words(table, then) : "")));
    }, PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [JSON.stringify(would), waits, view?.version]);
  return html`<div role="status" data-would=${effects.filter(Boolean).length}>
    ${would.map(({ label }, n) => (effects[n] ? html`<p key=${label} class="hint"><b>${label}:</b> ${effects[n]}</p>` : null))}
  </div>`;
}

/**
 * @param {Table} table
 * @param {MatchView} then
 */
function words(table, then) {
  const now = /** @type {MatchView} */ (table.view.value);
  return [scores(table, then), outcome(now) === outcome(then) ? "" : outcome(then)].filter(Boolean).join(" · ");
}
