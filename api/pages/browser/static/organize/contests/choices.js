/** The choices of a game or a format, from its schema. Each is in words, and its usual value is already chosen. */

import { useState } from "preact/hooks";
import { Chips, html } from "../../shared/ui.js";
import { against, Check, Field } from "../form.js";
import { c } from "./words.js";

/** @typedef {Record<string, any>} Values */
/**
 * @typedef {{
 *   type?: string,
 *   enum?: (string | number)[],
 *   minimum?: number,
 *   maximum?: number,
 *   default?: any,
 *   anyOf?: OptionSchema[],
 *   items?: OptionSchema,
 *   properties?: Record<string, OptionSchema>,
 *   $ref?: string,
 *   $defs?: Record<string, OptionSchema>,
 * }} OptionSchema
 */

/** Choices that few contests need. They are folded away. */
const RARE = new Set(["points.bye", "points.absent", "score", "cap", "scale", "strike", "repeats", "tie_breaks"]);
/** Choices that mean something only beside one value of another choice. */
const ONLY_WITH = /** @type {Record<string, [string, string]>} */ ({
  "points.win": ["score", "match_points"],
  "points.level": ["score", "match_points"],
  "points.loss": ["score", "match_points"],
  cap: ["score", "game_points"],
  scale: ["score", "victory_points"],
  repeats: ["pairing", "danish"],
  champion: ["pairing", "mitchell"],
});
/** What parts teams that are level, if nothing else was chosen; only teams have board points. */
const TIES_OF_TEAMS = ["boards", "difference", "direct"];
/** The order of the words, which is the order of the choices. */
const WORDS = Object.keys(c);

/**
 * The choices of a format, the usual ones first. Those that few contests need are behind a line to open.
 *
 * @param {{
 *   schema: OptionSchema,
 *   values: Values,
 *   set: (values: Values) => void,
 *   refusal?: import("../form.js").Refusal | null,
 *   isOfTeams?: boolean,
 *   without?: readonly string[],
 * }} props `without`: the choices that are not to be made
 */
export function Choices({ schema, values, set, refusal, isOfTeams = false, without = [] }) {
  const read = (/** @type {OptionSchema} */ one) => (one.$ref ? (schema.$defs?.[one.$ref.split("/").pop() ?? ""] ?? {}) : one);
  const all = Object.entries(read(schema).properties ?? {});
  const usualOf = (/** @type {string} */ name, /** @type {OptionSchema} */ own) =>
    isOfTeams && name === "tie_breaks" ? TIES_OF_TEAMS : (own.default ?? usualParts(read(own)));
  const valueOf = (/** @type {string} */ name) => {
    const own = all.find(([one]) => one === name)?.[1];
    return values[name] ?? (own && usualOf(name, own));
  };
  const isIdle = (/** @type {string} */ name) => {
    const other = ONLY_WITH[name];
    return Boolean(other) && valueOf(other[0]) !== other[1];
  };
  const choose = (/** @type {string} */ name, /** @type {unknown} */ value) => {
    const idle = Object.keys(ONLY_WITH).filter((one) => ONLY_WITH[one][0] === name && ONLY_WITH[one][1] !== value);
    set({ ...values, ...Object.fromEntries(idle.map((one) => [one, undefined])), [name]: value });
  };
  const shown = (/** @type {boolean} */ rare) =>
    all.map(([name, own]) => {
      const choice = read(own);
      if (!c[name] || isIdle(name) || without.includes(name)) return null;
      const parts = Object.keys(choice.properties ?? {}).filter(
        (part) => RARE.has(`${name}.${part}`) === rare && !isIdle(`${name}.${part}`),
      );
      if (choice.properties ? parts.length === 0 : RARE.has(name) !== rare) return null;
      return html`<${Choice}
        key=${name}
        name=${name}
        label=${c[name]}
        word=${(/** @type {string | number} */ one) => c[`${name}.${one}`] ?? one}
        schema=${{ ...choice, default: usualOf(name, own) }}
        isOfTeams=${isOfTeams}
        parts=${parts}
        value=${valueOf(name)}
        refusal=${refusal}
        set=${(/** @type {unknown} */ value) => choose(name, value)}
      />`;
    });
  const rare = shown(true).filter(Boolean);
  return html`
    ${shown(false)}
    ${rare.length > 0
      ? html`<details class="field" data-open="rare">
          <summary>${c.rare}</summary>
          <div class="form">${rare}</div>
        </details>`
      : null}
  `;
}

/**
 * @param {{
 *   name: string,
 *   label: string,
 *   word: (value: string | number) => string | number,
 *   schema: OptionSchema,
 *   parts?: readonly string[],
 *   isOfTeams?: boolean,
 *   value: any,
 *   set: (value: unknown) => void,
 *   refusal?: import("../form.js").Refusal | null,
 * }} props `parts`: the fields to show of an object
 */
export function Choice({ name, label, word, schema, parts = [], isOfTeams = false, value, set, refusal }) {
  const input = `params.${name}`;
  if (schema.properties)
    return html`<${Numbers} ...${{ input, label, word, schema, parts, value, set, refusal }} />`;
  if (schema.items?.enum) {
    const all = inOrder(name, schema.items.enum).filter((one) => isOfTeams || one !== TIES_OF_TEAMS[0]);
    return html`<${Ranking} ...${{ input, label, word, all, value, set }} />`;
  }
  if (schema.items) return html`<${Steps} ...${{ input, label, value, set, refusal }} />`;
  if (schema.enum) {
    const hint = c[`${name}.${value}.means`];
    return html`<div class="field">
      <${Chips}
        legend=${label}
        input=${input}
        value=${value}
        choose=${set}
        options=${inOrder(name, schema.enum).map((one) => ({ value: one, label: word(one) }))}
      />
      ${hint ? html`<small>${hint}</small>` : null}
    </div>`;
  }
  if (schema.type === "boolean") return html`<${Check} label=${label} input=${input} value=${value} set=${set} />`;
  const number = schema.anyOf?.[0] ?? schema;
  const read = (/** @type {string} */ text) => set(text === "" ? (schema.default ?? null) : Number(text));
  return html`<${Field}
    label=${label}
    hint=${schema.anyOf ? c.empty : undefined}
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

/**
 * The values of a choice in the order of their words: a schema has them by the alphabet.
 * @template {string | number} Value
 * @param {string} name
 * @param {readonly Value[]} values
 */
function inOrder(name, values) {
  const at = (/** @type {Value} */ value) => WORDS.indexOf(`${name}.${value}`);
  return [...values].sort((one, other) => at(one) - at(other));
}

/**
 * What is usual of a choice with parts, as each part says.
 * @param {OptionSchema} choice
 */
function usualParts({ properties }) {
  return properties && Object.fromEntries(Object.entries(properties).map(([part, own]) => [part, own.default ?? null]));
}

/**
 * Several numbers that belong together.
 *
 * @param {{
 *   input: string,
 *   label: string,
 *   word: (part: string) => string | number,
 *   schema: OptionSchema,
 *   parts: readonly string[],
 *   value: Record<string, number | null>,
 *   set: (value: unknown) => void,
 *   refusal?: import("../form.js").Refusal | null,
 * }} props
 */
function Numbers({ input, label, word, schema, parts, value, set, refusal }) {
  const wrong = against(refusal ?? null, input);
  return html`<fieldset class="field">
    <legend class="label">${label}</legend>
    <div class="figures-of narrow">
      ${parts.map((part) => {
        const { anyOf, ...own } = schema.properties?.[part] ?? {};
        const number = anyOf?.[0] ?? own;
        const usual = schema.default?.[part] ?? null;
        return html`<${Field}
          key=${part}
          label=${word(part)}
          hint=${anyOf ? c.asRules : undefined}
          input=${`${input}.${part}`}
          type="number"
          inputmode="numeric"
          min=${number.minimum}
          max=${number.maximum}
          value=${value[part] ?? ""}
          set=${(/** @type {string} */ text) => set({ ...value, [part]: text === "" ? usual : Number(text) })}
        />`;
      })}
    </div>
    ${wrong ? html`<p class="wrong" role="alert">${wrong}</p>` : null}
  </fieldset>`;
}

/**
 * Some of several, in an order: a touch puts one at the end, or takes it out.
 *
 * @param {{
 *   input: string,
 *   label: string,
 *   word: (one: string) => string | number,
 *   all: readonly string[],
 *   value: readonly string[],
 *   set: (value: unknown) => void,
 * }} props
 */
function Ranking({ input, label, word, all, value, set }) {
  const touch = (/** @type {string} */ one) => set(value.includes(one) ? value.filter((other) => other !== one) : [...value, one]);
  return html`<div class="field">
    <fieldset class="chips">
      <legend>${label}</legend>
      ${[...value, ...all.filter((one) => !value.includes(one))].map((one) => {
        const at = value.indexOf(one);
        return html`<button
          type="button"
          key=${one}
          class="chip"
          data-input=${input}
          data-value=${one}
          data-order=${at < 0 ? undefined : at + 1}
          aria-pressed=${String(at >= 0)}
          onClick=${() => touch(one)}
        >${at < 0 ? "" : `${at + 1}. `}${word(one)}</button>`;
      })}
    </fieldset>
    <small>${c.rankedHint}</small>
  </div>`;
}

/** Numbers of a line of steps: from this difference on, of the winner, of the loser. */
const STEP = /** @type {const} */ (["difference", "winner", "loser"]);

/**
 * Steps of a scale, one a line.
 *
 * @param {{
 *   input: string,
 *   label: string,
 *   value: readonly Record<string, number>[],
 *   set: (value: unknown) => void,
 *   refusal?: import("../form.js").Refusal | null,
 * }} props
 */
function Steps({ input, label, value, set, refusal }) {
  const [text, setText] = useState(value.map((step) => STEP.map((name) => step[name]).join(" ")).join("\n"));
  const read = (/** @type {string} */ written) => {
    setText(written);
    const lines = written.split("\n").filter((line) => line.trim() !== "");
    const numbers = lines.map((line) => (line.match(/\d+/g) ?? []).map(Number));
    // A line that is not three numbers is sent without its winner: the service says what is wrong with it.
    set(numbers.map((step) => Object.fromEntries(STEP.slice(0, step.length).map((name, n) => [name, step[n]]))));
  };
  return html`<${Field}
    label=${label}
    hint=${c.scaleHint}
    input=${input}
    rows="5"
    value=${text}
    set=${read}
    refusal=${refusal}
  />`;
}
