/** The rules of a new contest: the settings of its game, the departures from its paper, and those that a file has. */

import { Chips, html } from "../../shared/ui.js";
import { textOf } from "../../shared/words.js";
import { Field } from "../form.js";
import { Choice } from "./choices.js";
import { HouseFields } from "./housefile.js";
import { c } from "./words.js";

/** @import * as api from "openapi" */
/** @typedef {import("./choices.js").OptionSchema} OptionSchema */
/** @typedef {import("./choices.js").Values} Values */

/**
 * @param {Parameters<typeof HouseFields>[0] & {
 *   book: api.Rulebook | null,
 *   agree: (values: Values) => void,
 *   isFileless: boolean,
 * }} props `isFileless`: true where rules have no name of their own
 */
export const RulesFields = ({ book, agree, isFileless, ...house }) => html`
  ${book
    ? html`
        <${Settings} book=${book} values=${house.rules} set=${agree} refusal=${house.refusal} />
        <${Agreements} book=${book} values=${house.rules} set=${agree} refusal=${house.refusal} />
      `
    : null}
  ${isFileless ? null : html`<${HouseFields} ...${house} />`}
`;

/**
 * The settings of every match of a game, in the words of the game. The usual values are already chosen.
 *
 * @param {{
 *   book: api.Rulebook,
 *   values: Values,
 *   set: (values: Values) => void,
 *   refusal?: import("../form.js").Refusal | null,
 * }} props
 */
const Settings = ({ book, values, set, refusal }) => html`${(book.settings ?? []).map(({ param, name, values: few }) => {
  const schema = /** @type {OptionSchema} */ (book.params.properties[param]);
  const word = (/** @type {string | number} */ value) => {
    const option = few.find((one) => one.value === value);
    return option ? textOf(option.name) : value;
  };
  return html`<${Choice}
    key=${param}
    name=${param}
    label=${textOf(name)}
    word=${word}
    schema=${schema}
    value=${values[param] ?? schema.default}
    refusal=${refusal}
    set=${(/** @type {unknown} */ value) => set({ ...values, [param]: value })}
  />`;
})}`;

/**
 * The departures from the paper on which a table may agree, in the words of its game. The values of the paper are already
 * chosen, and are not sent.
 *
 * @param {{
 *   book: api.Rulebook,
 *   values: Values,
 *   set: (values: Values) => void,
 *   refusal?: import("../form.js").Refusal | null,
 * }} props
 */
function Agreements({ book, values, set, refusal }) {
  return book.house_rules.map(({ param, name, usual, values: few, clause }) => {
    const choose = (/** @type {unknown} */ value) =>
      set({ ...values, [param]: value === usual ? undefined : (value ?? undefined) });
    const input = `params.${param}`;
    const options = [
      ...(usual === null ? [{ value: null, label: c.unsaid }] : []),
      ...few.map((one) => ({ value: one.value, label: textOf(one.name) })),
    ];
    const schema = /** @type {OptionSchema} */ (book.params.properties[param]);
    const read = (/** @type {string} */ text) => choose(text === "" ? null : Number(text));
    const choice = values[param] ?? usual;
    return html`<div key=${param} class="field" data-house-rule=${param}>
      ${few.length > 0
        ? html`<${Chips} legend=${textOf(name)} input=${input} value=${choice} choose=${choose} options=${options} />`
        : html`<${Field}
            label=${textOf(name)}
            input=${input}
            type="number"
            inputmode="numeric"
            min=${schema.minimum}
            max=${schema.maximum}
            value=${choice ?? ""}
            set=${read}
            refusal=${refusal}
          />`}
      ${choice === usual ? null : html`<small>${textOf(clause)}</small>`}
    </div>`;
  });
}
