/** Cards that together must exceed a number: a replica. An unseen hand may have any card of the pack. */

import { useState } from "preact/hooks";
import { numberOf } from "../../shared/cards.js";
import { html } from "../../shared/ui.js";
import { w } from "../../shared/words.js";
import { menuWord } from "../controls.js";
import { records } from "../hooks.js";
import { inOrder } from "../meaning.js";
import { ChoicePad } from "../pad.js";

/** @typedef {import("../store.js").Table} Table */
/** @typedef {import("../../shared/types.js").GameEvent} GameEvent */

/** @param {{table: Table, entry: GameEvent}} props */
export function Exceeding({ table, entry }) {
  const { choose, ...given } = entry;
  const pack = table.ruleset.value?.cards ?? [];
  const [picks, setPicks] = useState(/** @type {string[]} */ ([]));
  const total = picks.reduce((sum, card) => sum + numberOf(card), 0);
  const enough = total > choose?.exceed && picks.length >= choose?.min && picks.length <= choose?.max;
  const toggle = (/** @type {string} */ card) =>
    setPicks(picks.includes(card) ? picks.filter((one) => one !== card) : [...picks, card]);
  const hand = choose?.cards ?? null;
  return html`<section class="form">
    <h3>${table.name(given.seat ?? 0)}: ${menuWord(given.type)}</h3>
    <div class="controls">
      <p class="hint">${w.subset.exceed(choose?.exceed, total)}</p>
      ${enough
        ? html`<button ...${records(table, { ...given, cards: inOrder(picks, pack) })} class="main">
            ${table.does({ ...given, cards: inOrder(picks, pack) })}
          </button>`
        : null}
    </div>
    <${ChoicePad}
      table=${table}
      cards=${hand ?? pack.filter((card) => numberOf(card) > 0)}
      zone=${hand ? "hand" : "pad"}
      seat=${given.seat}
      picks=${picks}
      choose=${toggle}
    />
  </section>`;
}
