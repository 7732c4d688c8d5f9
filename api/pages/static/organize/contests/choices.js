/** The choices of a game or a format, as its schema has them: each in words, with what is usual already chosen. */

import { Chips, html } from "../../shared/ui.js";
import { Check, Field } from "../form.js";
import { o } from "../words.js";

/** @typedef {Record<string, any>} Values */
/** @typedef {{type?: string, enum?: (string | number)[], minimum?: number, maximum?: number, default?: unknown, anyOf?: Asked[]}} Asked */

/** @param {{schema: {properties?: Record<string, Asked>}, values: Values, set: (values: Values) => void, refusal?: import("../form.js").Refusal | null}} props */
export const Choices = ({ schema, values, set, refusal }) =>
  html`${Object.entries(schema.properties ?? {})
    .filter(([name]) => o.choices[name])
    .map(([name, asked]) => html`<${Choice} key=${name} name=${name} asked=${asked} value=${values[name] ?? asked.default} refusal=${refusal} set=${(/** @type {unknown} */ value) => set({ ...values, [name]: value })} />`)}`;

/** @param {{name: string, asked: Asked, value: any, set: (value: unknown) => void, refusal?: import("../form.js").Refusal | null}} props */
function Choice({ name, asked, value, set, refusal }) {
  const label = o.choices[name];
  const input = `params.${name}`;
  if (asked.enum) return html`<${Chips} legend=${label} input=${input} value=${value} choose=${set} options=${asked.enum.map((one) => ({ value: one, label: o.choices[`${name}.${one}`] ?? one }))} />`;
  if (asked.type === "boolean") return html`<${Check} label=${label} input=${input} value=${value} set=${set} />`;
  const number = asked.anyOf?.[0] ?? asked;
  const typed = (/** @type {string} */ text) => set(text === "" ? (asked.default ?? null) : Number(text));
  return html`<${Field} label=${label} input=${input} type="number" inputmode="numeric" min=${number.minimum} max=${number.maximum} value=${value ?? ""} set=${typed} refusal=${refusal} />`;
}
