/** The fields for house rules under a name: they are kept as a file, or taken from another author's file. */

import { useState } from "preact/hooks";
import { save } from "../../shared/save.js";
import { html } from "../../shared/ui.js";
import { Field } from "../form.js";
import { o } from "../words.js";
import { houseOf } from "./house.js";

/** @import * as api from "openapi" */
/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("./house.js").House} House */
/** @typedef {import("./house.js").Params} Params */

/** Largest size of a file, in bytes. House rules are a few lines long. */
const LARGEST = 20_000;

/**
 * Reads a file, gives the form's values a name, and keeps them as a file.
 *
 * @param {{
 *   store: Store,
 *   ruleset: string,
 *   rules: Params,
 *   house: House,
 *   set: (house: House) => void,
 *   bring: (house: api.NamedHouse) => void,
 *   refusal: import("../form.js").Refusal | null,
 * }} props
 */
export function HouseFields({ store, ruleset, rules, house, set, bring, refusal }) {
  const [trouble, setTrouble] = useState("");
  const change = (/** @type {Partial<House>} */ more) => set({ ...house, ...more });
  const houseFile = houseOf(house, ruleset, rules).house;
  const says = houseOf({ ...house, name: "-" }, ruleset, rules).house !== undefined;
  const read = async (/** @type {HTMLInputElement} */ input) => {
    const file = input.files?.[0];
    if (!file) return;
    const rules = file.size > LARGEST ? null : houseIn(await file.text());
    input.value = "";
    if (rules && !store.rulesets.value.some((one) => one.id === rules.ruleset)) setTrouble(o.house.otherGame(rules.ruleset));
    else setTrouble(rules ? "" : o.house.notOne);
    if (rules && store.rulesets.value.some((one) => one.id === rules.ruleset)) bring(rules);
  };
  return html`
    <div class="field">
      <label for="field-house">${o.house.bring}</label>
      <small id="house-hint">${o.house.bringHint}</small>
      <input
        id="field-house"
        type="file"
        accept=".json,application/json"
        aria-describedby="house-hint"
        data-input="house"
        onChange=${(/** @type {any} */ event) => void read(event.target)}
      />
      ${trouble ? html`<p class="wrong" role="alert" data-house-trouble>${trouble}</p>` : null}
    </div>
    ${house.file
      ? html`<p class="good" role="status" data-house-brought>
          ${o.house.brought(house.file.name, house.file.author)} ${house.file.note ?? ""}
        </p>`
      : says
        ? html`
            <${Field}
              label=${o.house.name}
              hint=${o.house.nameHint}
              input="house.name"
              value=${house.name}
              set=${(/** @type {string} */ name) => change({ name })}
              refusal=${refusal}
              maxlength="80"
            />
            ${house.name.trim() === ""
              ? null
              : html`
                  <${Field}
                    label=${o.house.author}
                    hint=${o.house.authorHint}
                    input="house.author"
                    value=${house.author}
                    set=${(/** @type {string} */ author) => change({ author })}
                    refusal=${refusal}
                    maxlength="80"
                  />
                  <${Field}
                    label=${o.house.note}
                    input="house.note"
                    value=${house.note}
                    set=${(/** @type {string} */ note) => change({ note })}
                    refusal=${refusal}
                    maxlength="500"
                  />
                `}
          `
        : null}
    ${houseFile && houseFile.author !== ""
      ? html`<div class="controls">
          <button
            type="button"
            data-action="save-house"
            onClick=${() =>
              save(
                new Blob([`${JSON.stringify(houseFile, null, 2)}\n`], { type: "application/json" }),
                `${houseFile.name.replace(/[\\/:*?"<>|.]/g, " ").trim()}.json`,
              )}
          >${o.house.save}</button>
        </div>`
      : null}
  `;
}

/**
 * The house rules in a file; null if it has none. The service decides if they can be played.
 * @param {string} text
 * @returns {api.NamedHouse | null}
 */
function houseIn(text) {
  try {
    const content = JSON.parse(text);
    const whole =
      ["name", "author", "ruleset"].every((field) => typeof content?.[field] === "string") &&
      content.params !== null &&
      typeof content.params === "object";
    return whole ? content : null;
  } catch {
    return null;
  }
}
