/** The menus along the foot of the page, and the frame of the sheets that they open. */

import { later } from "../../shared/later.js";
import { html, Sheet } from "../../shared/ui.js";
import { w } from "../../shared/words.js";
import { CLOCK, keepsClock, TIME_UP, TIMEOUT } from "../clock.js";
import { inMenu, menuWord } from "../controls.js";
import { Icon } from "../icons.js";
import { referees, takesPart } from "../reader.js";

/** @typedef {import("../store.js").Table} Table */
/** @typedef {import("../../shared/types.js").MatchView} MatchView */
/** @typedef {"undo" | "claim" | "sanction" | "more" | "count" | "score" | "queue"} Menu */

/** The insides of the sheets. They come after the cards can be tapped. */
const INSIDE = later(() => import("./inside.js").then(({ Inside }) => Inside), { opening: "…", unreachable: w.offline });

/** Asks for the insides of the sheets, before one is opened. */
export const loadSheets = INSIDE.load;

/**
 * The choice of figures that can be recorded now.
 * @param {Table} table
 */
export const counts = (table) => table.meanings.value.forms.find((entry) => entry.choose?.figures);

/** @param {Table} table */
export const startsBeside = (table) =>
  table.meanings.value.plain.some((event) => event.type === "deal" && !event.shuffle)
    ? table.meanings.value.forms.filter((entry) => entry.choose?.shown)
    : [];

/** @param {{table: Table}} props */
export function Menus({ table }) {
  const view = /** @type {MatchView} */ (table.view.value);
  const claims = table.ruleset.value?.claims ?? [];
  const pending = view.claims.some((claim) => claim.status === "pending");
  const reader = table.reader.value;
  const referee = referees(reader);
  // Menus that come and go stand behind those that are always there, so that a thumb finds each in its place.
  const menus = /** @type {[Menu, boolean, string][]} */ ([
    ["undo", referee && (view.version > 1 || table.pending.value > 0), ""],
    ["sanction", referee, ""],
    ["claim", view.claims.length > 0 || (claims.length > 0 && takesPart(reader)), pending ? "call" : ""],
    ["more", referee, ""],
    ["score", true, ""],
    ["count", counts(table) !== undefined, ""],
    ["queue", table.pending.value > 0 && (!table.online.value || table.outbox.problem.value !== null), ""],
  ]);
  const open = (/** @type {string} */ name) => () => (table.sheet.value = name);
  return html`<nav class="menus">
    ${menus.map(([name, on, kind]) =>
      on
        ? html`<button type="button" key=${name} class=${kind} data-open=${name} onClick=${open(name)}>
            <${Icon} name=${name} />
            <span>${w.menus[name]}</span>
          </button>`
        : null,
    )}
    ${modes(table).map((entry) => html`<button
      type="button"
      key=${`${entry.type}${entry.seat}`}
      data-open=${entry.type}
      data-seat=${entry.seat}
      onClick=${() => (table.mode.value = entry)}
    ><span>${menuWord(entry.type) || w.types[entry.type]} <small>${table.name(entry.seat ?? 0)}</small></span></button>`)}
  </nav>`;
}

/**
 * The way to the rarer deals. It comes after the usual deal, so that the menus need no second row.
 * @param {{table: Table}} props
 */
export const OtherDeals = ({ table }) =>
  inMenu(table, "deal").length > 0 || startsBeside(table).length > 0
    ? html`<div class="controls">
        <button type="button" class="quiet" data-open="deal" onClick=${() => (table.sheet.value = "deal")}>
          ${w.menus.deal}
        </button>
      </div>`
    : null;

/**
 * The choices that are filled in on a page of their own.
 * @param {Table} table
 */
const modes = (table) =>
  table.meanings.value.forms.filter((entry) => entry.choose?.exceed !== undefined || entry.choose?.jokers !== undefined);

/** @param {{table: Table}} props */
export function OpenSheet({ table }) {
  const name = table.sheet.value;
  if (!name || !mayOpen(table, name)) return null;
  const title =
    name === "count"
      ? w.figures.title
      : name === TIMEOUT || name === TIME_UP
        ? w.types[name]
        : name === CLOCK
          ? w.clock.title
          : menuWord(name);
  return html`<${Sheet} key=${name} title=${title} name=${name} close=${() => (table.sheet.value = null)} closeWord=${w.close}>
    <${INSIDE.component} table=${table} name=${name} />
  </${Sheet}>`;
}

/**
 * True if a sheet has something to show now.
 * @param {Table} table
 * @param {string} name
 */
function mayOpen(table, name) {
  if (name === CLOCK || name === TIME_UP) return keepsClock(table);
  return name !== "count" || counts(table) !== undefined;
}
