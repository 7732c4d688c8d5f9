/** The same deals at every table of a new contest: a tick, then the hands of a round and how they are compared. */

import { Chips, html } from "../../shared/ui.js";
import { Check, Field, RefusalNote } from "../form.js";
import { d } from "./words.js";

/** @typedef {import("../contests/duplicate.js").DealTerms} DealTerms */

/** @type {DealTerms} */
const USUAL = { hands: 4, scoring: "matchpoints" };
const WAYS = /** @type {const} */ (["matchpoints", "difference"]);
const MOST_HANDS = 32;

/**
 * @param {{
 *   terms: DealTerms | null,
 *   set: (terms: DealTerms | null) => void,
 *   refusal?: import("../form.js").Refusal | null,
 * }} props `terms`: null where every table deals for itself
 */
export function DealsFields({ terms, set, refusal = null }) {
  return html`
    <${Check}
      label=${d.same}
      hint=${d.sameMeans}
      input="duplicate"
      value=${terms !== null}
      set=${(/** @type {boolean} */ on) => set(on ? USUAL : null)}
    />
    ${terms
      ? html`<div class="form panel" data-open="deals">
          <${Field}
            label=${d.hands}
            input="duplicate.hands"
            type="number"
            inputmode="numeric"
            min="1"
            max=${MOST_HANDS}
            value=${terms.hands ?? ""}
            set=${(/** @type {string} */ text) => set({ ...terms, hands: text === "" ? null : Number(text) })}
            refusal=${refusal}
          />
          <${Chips}
            legend=${d.scoring}
            input="duplicate.scoring"
            value=${terms.scoring}
            choose=${(/** @type {DealTerms["scoring"]} */ scoring) => set({ ...terms, scoring })}
            options=${WAYS.map((value) => ({ value, label: d.ways[value] }))}
          />
          <small>${d.means[terms.scoring]}</small>
          <${RefusalNote} refusal=${refusal} fields=${["duplicate.hands"]} />
        </div>`
      : null}
  `;
}
