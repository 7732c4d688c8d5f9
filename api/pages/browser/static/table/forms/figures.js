/** A hand by its figures. The service tells the questions. The page adds up, and tries the figures before it sends them. */

import { useEffect, useState } from "preact/hooks";
import { html } from "../../shared/ui.js";
import { capital, textOf, w } from "../../shared/words.js";
import { records } from "../hooks.js";

/** @typedef {import("../store.js").Table} Table */
/** @typedef {import("../../shared/types.js").GameEvent} GameEvent */
/**
 * @typedef {{
 *   kind: "numbers" | "pick" | "group" | "rows",
 *   label: import("../../shared/types.js").Text,
 *   per?: string,
 *   min?: number[],
 *   max?: any,
 *   sum?: number,
 *   sum_unless?: string[],
 *   of?: any[],
 *   times?: number,
 *   on_record?: any[] | null,
 *   optional?: boolean,
 *   fields?: Record<string, Ask>,
 *   given?: any[],
 * }} Ask
 */
/** @typedef {Record<string, string>} FieldTexts holds the text of each field, by its path */

/** @param {{table: Table, entry: GameEvent}} props */
export function Figures({ table, entry }) {
  const asks = /** @type {Record<string, Ask>} */ (entry.choose?.figures ?? {});
  const [texts, setTexts] = useState(() => onRecord(asks, "figures"));
  const [trial, setTrial] = useState(/** @type {{for: string, text: string, good: boolean} | null} */ (null));
  const { choose, ...given } = entry;
  const figures = group(asks, texts, "figures");
  const event = figures ? { ...given, figures } : null;
  const whole = event ? JSON.stringify(event) : "";
  useEffect(() => {
    if (!event) return undefined;
    let current = true;
    table.api.rehearse(table.match, event).then(
      (answer) => current && setTrial({ for: whole, text: scoreOf(table, answer), good: true }),
      (problem) => current && setTrial({ for: whole, text: problem.message, good: false }),
    );
    return () => {
      current = false;
    };
  }, [whole]);
  const type = (/** @type {string} */ path, /** @type {string} */ value) => setTexts((before) => ({ ...before, [path]: value }));
  const now = trial && trial.for === whole ? trial : null;
  return html`<div class="figures">
    <p class="hint">${w.figures.about}</p>
    <${Fields} table=${table} fields=${asks} texts=${texts} type=${type} path="figures" />
    ${event && !now ? html`<p class="hint">${w.figures.checking}</p>` : null}
    ${event && now ? html`<p class=${now.good ? "good" : "bad"} role="status">${now.text}</p>` : null}
    ${event && now?.good
      ? html`<div class="controls"><button ...${records(table, event)} class="main">${w.figures.confirm}</button></div>`
      : null}
  </div>`;
}

/**
 * @param {{
 *   table: Table,
 *   fields: Record<string, Ask>,
 *   texts: FieldTexts,
 *   type: (path: string, value: string) => void,
 *   path: string,
 * }} props
 */
function Fields({ table, fields, texts, type, path }) {
  return html`${Object.entries(fields).map(([name, ask]) => html`<${Field}
    key=${name}
    table=${table}
    ask=${ask}
    texts=${texts}
    type=${type}
    path=${`${path}.${name}`}
  />`)}`;
}

/** @param {{table: Table, ask: Ask, texts: FieldTexts, type: (path: string, value: string) => void, path: string}} props */
function Field({ table, ask, texts, type, path }) {
  const legend = html`<legend>
    ${capital(textOf(ask.label))}
    ${ask.optional ? html` <small>${w.figures.optional}</small>` : null}
  </legend>`;
  switch (ask.kind) {
    case "numbers": {
      const count = ask.min?.length ?? 0;
      const values = Array.from({ length: count }, (_, i) => Number(texts[`${path}.${i}`] || 0));
      const left = ask.sum === undefined ? 0 : ask.sum - values.reduce((sum, one) => sum + one, 0);
      return html`<fieldset class="field">
        ${legend}
        ${values.map((_, i) => html`<label key=${i}>
          <span>${owner(table, ask, i)}</span>
          <input
            data-input=${`${path}.${i}`}
            inputmode="numeric"
            pattern="[0-9]*"
            autocomplete="off"
            value=${texts[`${path}.${i}`] ?? ""}
            onInput=${(/** @type {any} */ input) => type(`${path}.${i}`, input.target.value)}
          />
        </label>`)}
        ${ask.sum !== undefined && left !== 0 ? html`<small class="left">${w.figures.left(left)}</small>` : null}
      </fieldset>`;
    }
    case "pick": {
      const paths = ask.times === undefined ? [path] : Array.from({ length: ask.times }, (_, i) => `${path}.${i}`);
      return html`<fieldset class="field">
        ${legend}
        ${paths.map((one) => html`<label key=${one}>
          <select
            data-input=${one}
            aria-label=${textOf(ask.label)}
            value=${texts[one] ?? ""}
            onChange=${(/** @type {any} */ input) => type(one, input.target.value)}
          >
            <option value="">${w.figures.none}</option>
            ${(ask.of ?? []).map((value) => html`<option key=${String(value)} value=${JSON.stringify(value)}>
              ${optionOf(table, path, value)}
            </option>`)}
          </select>
        </label>`)}
      </fieldset>`;
    }
    case "group":
      return html`<fieldset class="field">
        ${legend}
        <${Fields} table=${table} fields=${ask.fields ?? {}} texts=${texts} type=${type} path=${path} />
      </fieldset>`;
    case "rows": {
      return html`<fieldset class="field">
        ${legend}
        ${(ask.given ?? []).map((row, i) => html`<p key=${i} class="line hint">
          ${Object.entries(row)
            .filter(([, value]) => value !== null)
            .map(([name, value]) => optionOf(table, `${path}.${name}`, value))
            .join(" · ")}
        </p>`)}
        ${rowsOf(ask, texts, path).map((row) => html`<div key=${row} class="line">
          <${Fields} table=${table} fields=${ask.fields ?? {}} texts=${texts} type=${type} path=${row} />
        </div>`)}
      </fieldset>`;
    }
  }
}

/**
 * The rows that were begun, and one more while there is room; those that the log has come before them.
 * @param {Ask} ask
 * @param {FieldTexts} texts
 * @param {string} path
 */
function rowsOf(ask, texts, path) {
  const first = ask.given?.length ?? 0;
  const room = Array.from({ length: Math.max(ask.max - first, 0) }, (_, i) => `${path}.${first + i}`);
  const firstEmpty = room.findIndex((row) => !isBegun(texts, row));
  return firstEmpty < 0 ? room : room.slice(0, firstEmpty + 1);
}

/**
 * True if a row has any text.
 * @param {FieldTexts} texts
 * @param {string} row
 */
const isBegun = (texts, row) => Object.keys(texts).some((one) => one.startsWith(`${row}.`) && texts[one] !== "");

/**
 * The figures that the log already has, among those that the form asks for.
 * @param {Record<string, Ask>} asks
 * @param {string} path
 * @returns {FieldTexts}
 */
function onRecord(asks, path) {
  /** @type {FieldTexts} */
  const texts = {};
  for (const [name, ask] of Object.entries(asks)) {
    (ask.on_record ?? []).forEach((value, i) => {
      if (value !== null) texts[`${path}.${name}.${i}`] = JSON.stringify(value);
    });
  }
  return texts;
}

/**
 * @param {Table} table
 * @param {Ask} ask
 * @param {number} i
 */
const owner = (table, ask, i) => (ask.per === "side" ? table.sideName(i) : table.name(i));

/**
 * @param {Table} table
 * @param {string} path
 * @param {any} value
 */
function optionOf(table, path, value) {
  if (value === null) return w.figures.nobody;
  const field = path.slice(path.lastIndexOf(".") + 1);
  if (["seat", "last", "loser"].includes(field)) return table.name(value);
  if (field === "suit") return w.suit(value, table.game?.deck ?? "spanish");
  if (typeof value === "number" && field !== "value") return table.sideName(value);
  const clause = table.ruleset.value?.clauses.find((one) => one.code === value);
  return clause ? textOf(clause).slice(0, 80) : String(value);
}

/**
 * The typed figures; null if a figure that is needed is missing.
 * @param {Record<string, Ask>} asks
 * @param {FieldTexts} texts
 * @param {string} path
 * @returns {Record<string, any> | null}
 */
function group(asks, texts, path) {
  /** @type {Record<string, any>} */
  const figures = {};
  for (const [name, ask] of Object.entries(asks)) {
    const value = figure(ask, texts, `${path}.${name}`);
    if (value === null) {
      if (ask.optional) continue;
      return null;
    }
    figures[name] = value.is;
  }
  return figures;
}

/**
 * @param {Ask} ask
 * @param {FieldTexts} texts
 * @param {string} path
 * @returns {{is: any} | null}
 */
function figure(ask, texts, path) {
  switch (ask.kind) {
    case "numbers": {
      const values = (ask.min ?? []).map((_, i) => texts[`${path}.${i}`] ?? "");
      return values.every((one) => /^[0-9]{1,4}$/.test(one)) ? { is: values.map(Number) } : null;
    }
    case "pick": {
      if (ask.times === undefined) return texts[path] ? { is: JSON.parse(texts[path]) } : null;
      const values = Array.from({ length: ask.times }, (_, i) => texts[`${path}.${i}`] ?? "");
      return values.every((one) => one !== "") ? { is: values.map((one) => JSON.parse(one)) } : null;
    }
    case "group": {
      const figures = group(ask.fields ?? {}, texts, path);
      return figures ? { is: figures } : null;
    }
    case "rows": {
      const rows = rowsOf(ask, texts, path)
        .filter((row) => isBegun(texts, row))
        .map((row) => group(ask.fields ?? {}, texts, row));
      return rows.includes(null) ? null : { is: [...(ask.given ?? []), ...rows] };
    }
  }
}

/**
 * @param {Table} table
 * @param {import("../../shared/types.js").EventAnswer} answer
 */
function scoreOf(table, answer) {
  const view = answer.view;
  if (!view) return "";
  return view.score.totals.map((total, side) => `${table.sideName(side)}: ${total}`).join(" · ");
}
