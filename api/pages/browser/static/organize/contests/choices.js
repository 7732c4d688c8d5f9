/** The choices of a game or a format, from its schema. Each is in words, and its usual value is already chosen. */

import { Chips, html } from "../../shared/ui.js";
import { textOf } from "../../shared/words.js";
import { Check, Field } from "../form.js";
import { o } from "../words.js";

/** @import * as api from "openapi" */
/** @typedef {Record<string, any>} Values */
/**
 * @typedef {{
 *   type?: string,
 *   enum?: (string | number)[],
 *   minimum?: number,
 *   maximum?: number,
 *   default?: unknown,
 *   anyOf?: OptionSchema[],
 * }} OptionSchema
 */

/**
 * @param {{
 *   schema: {properties?: Record<string, OptionSchema>},
 *   values: Values,
 *   set: (values: Values) => void,
 *   refusal?: import("../form.js").Refusal | null,
 * }} props for the choices of a format
 */
export const Choices = ({ schema, values, set, refusal }) => html`${Object.entries(schema.properties ?? {})
  .filter(([name]) => o.choices[name])
  .map(([name, schema]) => html`<${Choice}
    key=${name}
    name=${name}
    label=${o.choices[name]}
    word=${(/** @type {string | number} */ one) => o.choices[`${name}.${one}`] ?? one}
    schema=${schema}
    value=${values[name] ?? schema.default}
    refusal=${refusal}
    set=${(/** @type {unknown} */ value) => set({ ...values, [name]: value })}
  />`)}`;

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
export const Settings = ({ book, values, set, refusal }) => html`${(book.settings ?? []).map(({ param, name, values: few }) => {
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
export function Agreements({ book, values, set, refusal }) {
  return book.house_rules.map(({ param, name, usual, values: few, clause }) => {
    const choose = (/** @type {unknown} */ value) =>
      set({ ...values, [param]: value === usual ? undefined : (value ?? undefined) });
    const input = `params.${param}`;
    const options = [
      ...(usual === null ? [{ value: null, label: o.choices.unsaid }] : []),
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

/**
 * @param {{
 *   name: string,
 *   label: string,
 *   word: (value: string | number) => string | number,
 *   schema: OptionSchema,
 *   value: any,
 *   set: (value: unknown) => void,
 *   refusal?: import("../form.js").Refusal | null,
 * }} props
 */
function Choice({ name, label, word, schema, value, set, refusal }) {
  const input = `params.${name}`;
  if (schema.enum)
    return html`<${Chips}
      legend=${label}
      input=${input}
      value=${value}
      choose=${set}
      options=${schema.enum.map((one) => ({ value: one, label: word(one) }))}
    />`;
  if (schema.type === "boolean") return html`<${Check} label=${label} input=${input} value=${value} set=${set} />`;
  const number = schema.anyOf?.[0] ?? schema;
  const read = (/** @type {string} */ text) => set(text === "" ? (schema.default ?? null) : Number(text));
  return html`<${Field}
    label=${label}
    hint=${schema.anyOf ? o.choices.empty : undefined}
    input=${input}
    type="number"
    inputmode="numeric"
    min=${number.minimum}
    max=${number.maximum}
    value=${value ?? ""}
    set=${read}
    refusal=${refusal}
  />`;
}
