/** House rules under a name: made of what the form says, kept as a file, and taken from the file of somebody else. */

import { useState } from "preact/hooks";
import { html } from "../../shared/ui.js";
import { Field } from "../form.js";
import { save } from "../save.js";
import { o } from "../words.js";

/** @import * as api from "openapi" */
/** @typedef {import("../store.js").Store} Store */
/** @typedef {Record<string, any>} Params */
/**
 * @typedef {{name: string, author: string, note: string, brought: api.NamedHouse | null}} House as it is written; `brought`: the
 *   file, while the form says what it says
 */

/** Nobody named them. @type {House} */
export const NO_HOUSE = { name: "", author: "", note: "", brought: null };
/** A file of house rules is a few lines long. */
const LARGEST = 20_000;

/**
 * What a body says of it: the file as it came, what was given a name here, or nothing.
 * @param {House} house
 * @param {string} ruleset
 * @param {Params} said
 * @returns {{house?: api.NamedHouse}}
 */
export function houseOf({ name, author, note, brought }, ruleset, said) {
  if (brought) return { house: brought };
  const params = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined && value !== null));
  if (name.trim() === "" || Object.keys(params).length === 0) return {};
  return {
    house: {
      name: name.trim(),
      author: author.trim(),
      ...(note.trim() === "" ? {} : { note: note.trim() }),
      ruleset: /** @type {api.NamedHouse["ruleset"]} */ (ruleset),
      params,
    },
  };
}

/**
 * The house rules once the form says something else: what came in a file is not what its author signed any more.
 * @param {House} house
 * @param {Params} said
 */
export const after = (house, said) =>
  house.brought && Object.entries(house.brought.params).some(([name, value]) => said[name] !== value) ? NO_HOUSE : house;

/**
 * Takes a file in, gives what the form says a name, keeps it as a file.
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
export function HouseAsked({ store, ruleset, rules, house, set, bring, refusal }) {
  const [trouble, setTrouble] = useState("");
  const change = (/** @type {Partial<House>} */ more) => set({ ...house, ...more });
  const made = houseOf(house, ruleset, rules).house;
  const says = houseOf({ ...house, name: "-" }, ruleset, rules).house !== undefined;
  const read = async (/** @type {HTMLInputElement} */ input) => {
    const file = input.files?.[0];
    if (!file) return;
    const found = file.size > LARGEST ? null : houseIn(await file.text());
    input.value = "";
    if (found && !store.rulesets.value.some((one) => one.id === found.ruleset)) setTrouble(o.house.otherGame(found.ruleset));
    else setTrouble(found ? "" : o.house.notOne);
    if (found && store.rulesets.value.some((one) => one.id === found.ruleset)) bring(found);
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
    ${house.brought
      ? html`<p class="good" role="status" data-house-brought>
          ${o.house.brought(house.brought.name, house.brought.author)} ${house.brought.note ?? ""}
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
    ${made && made.author !== ""
      ? html`<div class="controls">
          <button
            type="button"
            data-action="save-house"
            onClick=${() =>
              save(
                new Blob([`${JSON.stringify(made, null, 2)}\n`], { type: "application/json" }),
                `${made.name.replace(/[\\/:*?"<>|.]/g, " ").trim()}.json`,
              )}
          >${o.house.save}</button>
        </div>`
      : null}
  `;
}

/**
 * The house rules in a file; null where it has none. Whether they can be played the service says.
 * @param {string} text
 * @returns {api.NamedHouse | null}
 */
function houseIn(text) {
  try {
    const found = JSON.parse(text);
    const whole =
      ["name", "author", "ruleset"].every((field) => typeof found?.[field] === "string") &&
      found.params !== null &&
      typeof found.params === "object";
    return whole ? found : null;
  } catch {
    return null;
  }
}
