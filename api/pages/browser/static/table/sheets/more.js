/** The rare events: each in two or three taps, by the kinds of its fields. */

import { useState } from "preact/hooks";
import { HouseRules } from "../../shared/house.js";
import { Chips, html } from "../../shared/ui.js";
import { capital, w } from "../../shared/words.js";
import { isPaused, keepsClock, mayEnd, playsItself, TIMEOUT } from "../clock.js";
import { mayBeFree } from "../controls.js";
import { records } from "../hooks.js";
import { inOrder } from "../meaning.js";
import { ChoicePad } from "../pad.js";
import { label, rename } from "../presence.js";
import { Would } from "./would.js";

/** @typedef {import("../store.js").Table} Table */
/** @typedef {import("../../shared/types.js").GameEvent} GameEvent */
/** @typedef {import("../../shared/types.js").MatchView} MatchView */
/** @typedef {import("../../games/index.js").Field} Field */

/** The fields of the rare events of any game, in the order of the questions. */
const OF_ALL = /** @type {Record<string, Field[]>} */ ({
  note: [{ name: "text", kind: "text" }],
  redeal: [{ name: "reason", kind: "reason" }],
  reveal: [
    { name: "seat", kind: "seat" },
    { name: "cards", kind: "cards" },
  ],
  pause: [{ name: "reason", kind: "reason" }],
  resume: [{ name: "reason", kind: "reason" }],
  extra_time: [{ name: "seconds", kind: "seconds", of: ["60", "120", "300"] }],
  time_up: [],
  withdraw: [
    { name: "seat", kind: "seat" },
    { name: "reason", kind: "reason" },
  ],
});
/** Events that can end a match or a hand. The page says so before it records them. */
const WEIGHTY = new Set(["redeal", "withdraw", "time_up"]);
/** Acts on a clock, each with a test if it can be done now. */
const ON_CLOCK = /** @type {Record<string, (table: Table) => boolean>} */ ({
  pause: (table) => !isPaused(table),
  resume: isPaused,
  extra_time: (table) => table.view.value?.turn !== null && table.view.value?.clock !== undefined,
  time_up: mayEnd,
});
const MOST_MISSING = 4;
/** Letters of a device's name, so that it fits in a line of the head. */
const LONGEST_NAME = 40;

/** @param {{table: Table}} props */
export function More({ table }) {
  const [type, setType] = useState(/** @type {string | null} */ (null));
  const view = /** @type {MatchView} */ (table.view.value);
  const over = view.status !== "open";
  const forms = { ...OF_ALL, ...table.game?.seldom };
  const types = (table.ruleset.value?.events ?? []).filter(
    (one) =>
      forms[one] &&
      (!over || one === "note" || one === "reveal") &&
      !(one === TIMEOUT && view.clock && playsItself(table, view.clock)) &&
      (!ON_CLOCK[one] || (keepsClock(table) && ON_CLOCK[one](table))),
  );
  if (type)
    return html`
      <button type="button" class="quiet" data-back onClick=${() => setType(null)}>${w.cancel}</button>
      <${Form} key=${type} table=${table} type=${type} fields=${forms[type]} />
    `;
  return html`
    <div class="list">
      ${mayBeFree(table)
        ? html`<button type="button" data-open="free" onClick=${() => freely(table)}>${w.menus.free}</button>`
        : null}
      ${types.map((one) => html`<button type="button" key=${one} data-form=${one} onClick=${() => setType(one)}>
        ${capital(w.types[one] ?? one)}
      </button>`)}
      <button type="button" data-open="queue" onClick=${() => (table.sheet.value = "queue")}>${w.queue.open}</button>
    </div>
    <${HouseRules} book=${table.ruleset.value} params=${view.params} house=${view.house} />
    ${table.reader.value.seats.length === 0 ? html`<${DeviceName} table=${table} />` : null}
  `;
}

/** @param {Table} table */
function freely(table) {
  table.sheet.value = null;
  table.mode.value = "free";
}

/**
 * The name of this device for the others at the table.
 * @param {{table: Table}} props
 */
function DeviceName({ table }) {
  const [name, setName] = useState(label(table));
  const newName = name.trim();
  const give = (/** @type {Event} */ event) => {
    event.preventDefault();
    rename(newName);
    table.sheet.value = null;
  };
  return html`<form class="form" onSubmit=${give}>
    <label class="wide">
      <span>${w.named.label}</span>
      <input
        data-input="label"
        maxlength=${LONGEST_NAME}
        autocomplete="off"
        value=${name}
        onInput=${(/** @type {any} */ input) => setName(input.target.value)}
      />
    </label>
    <div class="controls"><button type="submit" data-rename disabled=${!newName}>${w.named.confirm}</button></div>
  </form>`;
}

/** @param {{table: Table, type: string, fields: Field[]}} props */
export function Form({ table, type, fields }) {
  const view = /** @type {MatchView} */ (table.view.value);
  const [values, setValues] = useState(/** @type {Record<string, any>} */ (first(fields, view)));
  const set = (/** @type {string} */ name, /** @type {any} */ value) => setValues((before) => ({ ...before, [name]: value }));
  const ready = fields.every((field) => isGiven(field, values[field.name]));
  const event = {
    type,
    ...Object.fromEntries(
      fields
        .filter((field) => values[field.name] !== null && values[field.name] !== undefined)
        .map((field) => [field.name, values[field.name]]),
    ),
  };
  return html`
    <h3>${w.types[type] ?? type}</h3>
    ${fields.map((field) => html`<${Ask}
      key=${field.name}
      table=${table}
      type=${type}
      field=${field}
      value=${values[field.name]}
      set=${(/** @type {any} */ value) => set(field.name, value)}
      values=${values}
    />`)}
    ${ready
      ? html`<div class="controls">
          <button ...${records(table, event)} class="main">${w.forms.confirm}: ${w.types[type] ?? type}</button>
        </div>`
      : null}
    ${ready && WEIGHTY.has(type) ? html`<${Would} table=${table} would=${[{ label: w.types[type] ?? type, event }]} />` : null}
  `;
}

/**
 * The state of a form before the first touch.
 * @param {Field[]} fields
 * @param {MatchView} view
 */
const first = (fields, view) =>
  Object.fromEntries(
    fields.map((field) => [field.name, field.kind === "seat" ? (view.turn ?? 0) : field.kind === "cards" ? [] : null]),
  );

/**
 * @param {Field} field
 * @param {any} value
 */
function isGiven(field, value) {
  if (field.kind.endsWith("?") || field.kind === "cause") return true;
  if (field.kind === "cards") return value.length > 0;
  return value !== null && value !== undefined && value !== "";
}

/**
 * @param {{table: Table, type: string, field: Field, value: any, set: (value: any) => void, values: Record<string, any>}} props
 */
function Ask({ table, type, field, value, set, values }) {
  const view = /** @type {MatchView} */ (table.view.value);
  const pack = table.ruleset.value?.cards ?? [];
  const seats = view.seats.map((one) => ({ value: /** @type {number | null} */ (one.seat), label: table.name(one.seat) }));
  switch (field.kind) {
    case "seat":
    case "seat?":
      return html`<${Chips}
        legend=${w.forms.ask.seat}
        input=${field.name}
        value=${value}
        choose=${set}
        options=${field.kind === "seat?" ? [{ value: null, label: w.forms.nobody }, ...seats] : seats}
      />`;
    case "cause":
    case "what":
      return html`<${Chips}
        legend=${w.forms.ask[field.kind]}
        input=${field.name}
        value=${value}
        choose=${set}
        options=${(field.of ?? []).map((one) => ({ value: one, label: one === null ? w.figures.none : w.forms.causes[one] }))}
      />`;
    case "count":
      return html`<${Chips}
        legend=${w.forms.ask.count}
        input=${field.name}
        value=${value}
        choose=${set}
        options=${Array.from({ length: MOST_MISSING + 1 }, (_, n) => ({ value: n, label: n }))}
      />`;
    case "seconds":
      return html`<${Chips}
        legend=${w.forms.ask.seconds}
        input=${field.name}
        value=${value}
        choose=${set}
        options=${(field.of ?? []).map((one) => ({ value: Number(one), label: one }))}
      />`;
    case "card":
    case "card?":
    case "cards": {
      const many = field.kind === "cards";
      const toggle = (/** @type {string} */ card) =>
        set(
          many
            ? inOrder(value.includes(card) ? value.filter((/** @type {string} */ one) => one !== card) : [...value, card], pack)
            : value === card
              ? null
              : card,
        );
      return html`
        <h4>${many ? w.forms.ask.cards : w.forms.ask.card}</h4>
        <${ChoicePad}
          table=${table}
          cards=${pack}
          zone="pad"
          seat=${values.seat ?? undefined}
          picks=${many ? value : value ? [value] : []}
          choose=${toggle}
        />
      `;
    }
    default: {
      const reasons = w.forms.reasons[type] ?? [];
      return html`
        ${reasons.length > 0
          ? html`<${Chips}
              legend=${w.forms.ask[field.kind]}
              value=${value}
              choose=${set}
              options=${reasons.map((one) => ({ value: one, label: one }))}
            />`
          : null}
        <label class="wide">
          <span>${w.forms.ask[field.kind]}</span>
          <input
            data-input=${field.name}
            maxlength="500"
            value=${value ?? ""}
            onInput=${(/** @type {any} */ input) => set(input.target.value)}
          />
        </label>
      `;
    }
  }
}
