/** The contests of a championship, and a form for a new one. */

import { useState } from "preact/hooks";
import { html } from "../../shared/ui.js";
import { CARDS } from "../later.js";
import { o } from "../words.js";
import { NewContest } from "./create.js";

/** @typedef {import("../store.js").Store} Store */

/** @param {{store: Store}} props */
export function Contests({ store }) {
  const contests = store.contests.value;
  const [making, setMaking] = useState(contests.length === 0);
  return html`
    ${making
      ? html`<${NewContest} store=${store} onDone=${() => setMaking(false)} />`
      : html`<div class="controls">
          <button
            type="button"
            class=${contests.length > 0 ? "" : "main"}
            data-action="new-contest"
            onClick=${() => setMaking(true)}
          >${o.contests.create}</button>
        </div>`}
    ${contests.length > 0 ? html`<${CARDS.component} store=${store} />` : null}
  `;
}
