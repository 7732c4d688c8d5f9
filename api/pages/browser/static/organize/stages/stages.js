/** The stages of a new contest: each a format with its choices, and how many go on from it. */

import { useEffect } from "preact/hooks";
import { Chips, html } from "../../shared/ui.js";
import { textOf } from "../../shared/words.js";
import { Choices } from "../contests/choices.js";
import { Field } from "../form.js";
import { s } from "./words.js";

/** @typedef {import("../contests/choices.js").OptionSchema} OptionSchema */
/** @typedef {Record<string, any>} Values */
/** @typedef {{id: string, title: import("../../shared/types.js").Text}} FormatInfo */

/** The stages that most tournaments have. */
const USUAL = [
  { format: "rounds", through: 8 },
  { format: "knockout", third_place: true },
];
/** The order in which formats are offered. */
const ORDER = ["rounds", "groups", "league", "knockout"];
const FEWEST = 2;
const TIES = ["ruling", "lots"];

/**
 * @param {{
 *   schema: OptionSchema,
 *   formats: readonly FormatInfo[],
 *   values: Values,
 *   set: (values: Values) => void,
 *   refusal?: import("../form.js").Refusal | null,
 *   isOfTeams?: boolean,
 * }} props
 */
export function StagesFields({ schema, formats, values, set, refusal, isOfTeams = false }) {
  const defs = schema.$defs ?? {};
  const array = defs.StagesOptions?.properties?.stages ?? {};
  const shapes = new Map((array.items?.anyOf ?? []).map((one) => shapeOf(defs, one)));
  const most = /** @type {{maxItems?: number}} */ (array).maxItems ?? USUAL.length;
  const stages = /** @type {Values[]} */ (values.stages ?? USUAL);
  useEffect(() => {
    if (!values.stages) set({ ...values, stages: USUAL });
  }, []);
  const change = (/** @type {number} */ at, /** @type {Values} */ stage) =>
    set({ ...values, stages: stages.map((one, n) => (n === at ? stage : one)) });
  const title = (/** @type {string} */ id) => {
    const known = formats.find((one) => one.id === id);
    return known ? textOf(known.title) : id;
  };
  return html`
    ${stages.map((stage, n) => {
      const isLast = n === stages.length - 1;
      const shape = shapes.get(stage.format) ?? {};
      const offered = ORDER.filter((id) => fits(shapes.get(id), isLast));
      return html`<fieldset class="field panel" key=${n} data-stage=${n + 1}>
        <legend class="label">${s.stage(n + 1)}</legend>
        <${Chips}
          legend=${s.format}
          input=${`stage-${n + 1}`}
          value=${stage.format}
          choose=${(/** @type {string} */ id) => change(n, fresh(id, shapes.get(id), stage, isLast))}
          options=${offered.map((id) => ({ value: id, label: title(id) }))}
        />
        <${Choices}
          key=${stage.format}
          schema=${{ properties: choicesOf(shape, n), $defs: defs }}
          values=${stage}
          set=${(/** @type {Values} */ own) => change(n, own)}
          refusal=${refusal}
          isOfTeams=${isOfTeams}
        />
        ${isLast || !isCutAsked(shape)
          ? null
          : html`<${Field}
              label=${s.through}
              input=${`params.stages[${n}].through`}
              type="number"
              inputmode="numeric"
              min="1"
              value=${stage.through ?? ""}
              set=${(/** @type {string} */ text) => change(n, { ...stage, through: text === "" ? null : Number(text) })}
              refusal=${refusal}
            />`}
        ${stages.length > FEWEST && !isLast
          ? html`<button
              type="button"
              data-action="drop-stage"
              onClick=${() => set({ ...values, stages: stages.filter((_, at) => at !== n) })}
            >${s.drop}</button>`
          : null}
      </fieldset>`;
    })}
    ${stages.length < most
      ? html`<p><button
          type="button"
          data-action="add-stage"
          onClick=${() => set({ ...values, stages: [...stages.slice(0, -1), { format: "league", through: 4 }, ...stages.slice(-1)] })}
        >${s.add}</button></p>`
      : null}
    <${Chips}
      legend=${s.ties}
      input="params.ties"
      value=${values.ties ?? TIES[0]}
      choose=${(/** @type {string} */ way) => set({ ...values, ties: way })}
      options=${TIES.map((way) => ({ value: way, label: s.tiesBy[way] }))}
    />
  `;
}

/**
 * The choices of a stage's format, by its name.
 * @param {Record<string, OptionSchema>} defs
 * @param {OptionSchema} one
 * @returns {[string, OptionSchema]}
 */
function shapeOf(defs, one) {
  const shape = defs[one.$ref?.split("/").pop() ?? ""] ?? {};
  const format = /** @type {OptionSchema & {const?: string}} */ (shape.properties?.format ?? {});
  return [String(format.const ?? format.enum?.[0]), shape];
}

/**
 * True if how many go on from a format is asked for: of groups it is one of their own choices, of each group.
 * @param {OptionSchema | undefined} shape
 */
const isCutAsked = (shape) => Boolean(shape?.properties?.through?.anyOf);

/**
 * True if a format can stand there: nobody goes on from the last, and from all others somebody does.
 * @param {OptionSchema | undefined} shape
 * @param {boolean} isLast
 */
const fits = (shape, isLast) =>
  shape !== undefined && (isLast ? isCutAsked(shape) || !shape.properties?.through : Boolean(shape.properties?.through));

/**
 * The choices that are shown with those of any contest: how many go on is asked for apart, and nobody comes in later than in the
 * first stage.
 * @param {OptionSchema} shape
 * @param {number} at
 */
function choicesOf(shape, at) {
  const isApart = (/** @type {string} */ name) =>
    name === "format" || (name === "through" && isCutAsked(shape)) || (at > 0 && ["late_until", "missed"].includes(name));
  return Object.fromEntries(Object.entries(shape.properties ?? {}).filter(([name]) => !isApart(name)));
}

/**
 * A stage of another format, from which as many go on.
 * @param {string} format
 * @param {OptionSchema | undefined} shape
 * @param {Values} before
 * @param {boolean} isLast
 */
const fresh = (format, shape, before, isLast) =>
  isLast || !isCutAsked(shape) ? { format } : { format, through: before.through ?? USUAL[0].through };
