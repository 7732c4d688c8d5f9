/**
 * The stakes of a match or a contest, in the form before it is opened: the stake of each entrant, and the winners of the pot.
 */

import { Chips, html } from "../shared/ui.js";
import { Field } from "./form.js";
import { numbersIn } from "./numbers.js";
import { o } from "./words.js";

/** @typedef {{each: string, by: "winner" | "places", weights: string}} StakesForm holds the fields of the form */

/** Fields without stakes. A pot by places gives two a share until the reader writes others. @type {StakesForm} */
export const NO_STAKES = { each: "", by: "winner", weights: "2, 1" };
const WAYS = /** @type {const} */ (["winner", "places"]);
const NOBODY = [0];

/**
 * The stakes of a body; empty if nothing is staked. Weights that cannot be read are sent as a pot that no entrant gets. The
 * service then says the error in them.
 *
 * @param {StakesForm} staked
 */
export function stakesOf({ each, by, weights }) {
  if (each.trim() === "") return {};
  const read = numbersIn(weights);
  return { stakes: { each: Number(each), split: by === "winner" ? "winner_takes_all" : read?.length ? read : NOBODY } };
}

/**
 * @param {{stakes: StakesForm, set: (stakes: StakesForm) => void, of?: string, refusal?: import("./form.js").Refusal | null}} props
 *   `of`:
 *   the prefix of the fields' names, if there are others of that name
 */
export function StakesFields({ stakes, set, of = "", refusal = null }) {
  const change = (/** @type {Partial<StakesForm>} */ more) => set({ ...stakes, ...more });
  return html`
    <${Field}
      label=${o.stakes.each}
      hint=${o.stakes.eachHint}
      input=${`${of}stakes.each`}
      type="number"
      inputmode="numeric"
      min="1"
      max="1000000"
      value=${stakes.each}
      set=${(/** @type {string} */ each) => change({ each })}
      refusal=${refusal}
    />
    ${stakes.each === ""
      ? null
      : html`<${Chips}
          legend=${o.stakes.split}
          input=${`${of}stakes.by`}
          value=${stakes.by}
          choose=${(/** @type {StakesForm["by"]} */ by) => change({ by })}
          options=${WAYS.map((value) => ({ value, label: o.stakes.ways[value] }))}
        />`}
    ${stakes.each === "" || stakes.by === "winner"
      ? null
      : html`<${Field}
          label=${o.stakes.weights}
          hint=${o.stakes.weightsHint}
          input=${`${of}stakes.split`}
          value=${stakes.weights}
          set=${(/** @type {string} */ weights) => change({ weights })}
          refusal=${refusal}
          maxlength="60"
        />`}
  `;
}
