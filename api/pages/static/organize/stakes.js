/** What is staked in a match or a contest, as it is asked for before it is opened: how much each puts in, and who takes the pot. */

import { Chips, html } from "../shared/ui.js";
import { Field } from "./form.js";
import { numbersIn } from "./numbers.js";
import { o } from "./words.js";

/** @typedef {{each: string, by: "winner" | "places", weights: string}} Staked as it is written */

/** Nothing is staked. @type {Staked} */
export const NO_STAKES = { each: "", by: "winner", weights: "" };
const WAYS = /** @type {const} */ (["winner", "places"]);

/**
 * What a body says of it: nothing where nothing is staked. What cannot be read is sent as it cannot be, and the service says so.
 * @param {Staked} staked
 */
export const stakesOf = ({ each, by, weights }) => (each.trim() === "" ? {} : { stakes: { each: Number(each), split: by === "winner" ? "winner_takes_all" : (numbersIn(weights) ?? []) } });

/** @param {{staked: Staked, set: (staked: Staked) => void, of?: string, refusal?: import("./form.js").Refusal | null}} props `of`: put before the names of the fields, where there are others of that name */
export function StakesAsked({ staked, set, of = "", refusal = null }) {
  const change = (/** @type {Partial<Staked>} */ more) => set({ ...staked, ...more });
  return html`<${Field} label=${o.stakes.each} hint=${o.stakes.eachHint} input=${`${of}stakes.each`} type="number" inputmode="numeric" min="1" max="1000000" value=${staked.each} set=${(/** @type {string} */ each) => change({ each })} refusal=${refusal} />
    ${staked.each === "" ? null : html`<${Chips} legend=${o.stakes.split} input=${`${of}stakes.by`} value=${staked.by} choose=${(/** @type {Staked["by"]} */ by) => change({ by })} options=${WAYS.map((value) => ({ value, label: o.stakes.ways[value] }))} />`}
    ${staked.each === "" || staked.by === "winner" ? null : html`<${Field} label=${o.stakes.weights} hint=${o.stakes.weightsHint} input=${`${of}stakes.split`} value=${staked.weights} set=${(/** @type {string} */ weights) => change({ weights })} refusal=${refusal} maxlength="60" />`}`;
}
