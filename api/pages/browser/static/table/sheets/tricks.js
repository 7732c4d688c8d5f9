/** The tricks of this hand, one by one; in a game without tricks, once around the table at a time. */

import { useState } from "preact/hooks";
import { Face } from "../../shared/cards.js";
import { html } from "../../shared/ui.js";
import { w } from "../../shared/words.js";

/** @typedef {import("../store.js").Table} Table */
/** @typedef {import("../../shared/types.js").Entry} Entry */
/** @typedef {import("../../shared/types.js").MatchView} MatchView */
/** @typedef {{plays: Entry[], isComplete: boolean}} Leaf */

/**
 * The moves of a hand, split where a trick was taken.
 * @param {Entry[]} plays in the order of the table
 * @param {number} seats
 * @returns {Leaf[]}
 */
export function leaves(plays, seats) {
  const haveTricks = plays.some(takesTrick);
  /** @type {Leaf[]} */
  const pages = [];
  for (const play of plays) {
    const last = pages[pages.length - 1];
    if (last && !last.isComplete) last.plays.push(play);
    else pages.push({ plays: [play], isComplete: false });
    const now = pages[pages.length - 1];
    now.isComplete = haveTricks ? takesTrick(play) : now.plays.filter((one) => one.card !== undefined).length === seats;
  }
  return pages;
}

/** @param {Entry} entry */
const takesTrick = (entry) => entry.facts.some((fact) => fact.fact === "trick_taken");

/**
 * One trick at a time, from the latest back; each of its cards can be chosen.
 * @param {{table: Table, plays: Entry[], at: Entry | null, choose: (entry: Entry) => void}} props
 */
export function Tricks({ table, plays, at, choose }) {
  const view = /** @type {MatchView} */ (table.view.value);
  const [back, setBack] = useState(0);
  const all = leaves(plays, view.seats.length);
  if (all.length === 0) return null;
  const n = Math.max(all.length - 1 - back, 0);
  const title = plays.some(takesTrick) ? w.claim.trick : w.claim.round;
  return html`<div class="leaf">
    <div class="turning">
      <button
        type="button"
        data-leaf="before"
        aria-label=${w.claim.before}
        disabled=${n === 0}
        onClick=${() => setBack(back + 1)}
      >◀</button>
      <h3 aria-live="polite">${title(n + 1, all.length)}</h3>
      <button
        type="button"
        data-leaf="after"
        aria-label=${w.claim.after}
        disabled=${back === 0}
        onClick=${() => setBack(back - 1)}
      >▶</button>
    </div>
    <div class="row plays">
      ${all[n].plays.map((entry) => html`<${Play}
        key=${entry.version}
        table=${table}
        entry=${entry}
        isChosen=${at?.version === entry.version}
        choose=${choose}
      />`)}
    </div>
  </div>`;
}

/** @param {{table: Table, entry: Entry, isChosen: boolean, choose: (entry: Entry) => void}} props */
function Play({ table, entry, isChosen, choose }) {
  const [actor, act] = [table.name(entry.seat), table.does(entry)];
  const plain = entry.type === "play";
  return html`<button
    type="button"
    class="played"
    data-at=${entry.version}
    aria-pressed=${String(isChosen)}
    aria-label=${`${actor}: ${act}`}
    onClick=${() => choose(entry)}
  >
    ${entry.card ? html`<span class="card still"><${Face} card=${entry.card} /></span>` : null}
    <b>${actor}</b>
    ${plain ? null : html`<small>${act}</small>`}
  </button>`;
}
