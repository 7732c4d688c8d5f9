/** The menus along the foot of the page, and the sheets that they open. */

import { html, Sheet } from "../../shared/ui.js";
import { w } from "../../shared/words.js";
import { CLOCK, keepsClock, TIME_UP, TIMEOUT } from "../clock.js";
import { Does, inMenu, menuWord } from "../controls.js";
import { canonical } from "../hooks.js";
import { Icon } from "../icons.js";
import { referees, takesPart } from "../reader.js";
import { Commit } from "../shuffle.js";
import { BottomCards } from "../forms/deal.js";
import { Figures } from "../forms/figures.js";
import { Claim } from "./claim.js";
import { ClockSheet } from "./clock.js";
import { Form, More } from "./more.js";
import { Queue } from "./queue.js";
import { Sanction } from "./sanction.js";
import { Score } from "./score.js";
import { Undo } from "./undo.js";

/** @typedef {import("../store.js").Table} Table */
/** @typedef {import("../../shared/types.js").GameEvent} GameEvent */
/** @typedef {import("../../shared/types.js").MatchView} MatchView */
/** @typedef {"undo" | "claim" | "sanction" | "more" | "count" | "score" | "queue"} Menu */

/** @param {Table} table */
const counts = (table) => table.meanings.value.forms.find((entry) => entry.choose?.figures);

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
  if (!name) return null;
  const body = sheetBody(table, name);
  if (!body) return null;
  const title =
    name === "count"
      ? w.figures.title
      : name === TIMEOUT || name === TIME_UP
        ? w.types[name]
        : name === CLOCK
          ? w.clock.title
          : menuWord(name);
  return html`<${Sheet} key=${name} title=${title} name=${name} close=${() => (table.sheet.value = null)} closeWord=${w.close}>
    ${body}
  </${Sheet}>`;
}

/**
 * @param {Table} table
 * @param {string} name
 */
function sheetBody(table, name) {
  switch (name) {
    case "undo":
      return html`<${Undo} table=${table} />`;
    case "claim":
      return html`<${Claim} table=${table} />`;
    case "sanction":
      return html`<${Sanction} table=${table} />`;
    case "score":
      return html`<${Score} table=${table} />`;
    case "queue":
      return html`<${Queue} table=${table} />`;
    case "more":
      return html`<${More} table=${table} />`;
    case CLOCK:
      return keepsClock(table) ? html`<${ClockSheet} table=${table} />` : null;
    case TIME_UP:
      return keepsClock(table) ? html`<${Form} table=${table} type=${name} fields=${[]} />` : null;
    case TIMEOUT:
      return html`<${Form} table=${table} type=${name} fields=${table.game?.seldom?.[name] ?? []} />`;
    case "count": {
      const entry = counts(table);
      return entry ? html`<${Figures} table=${table} entry=${entry} />` : null;
    }
    default:
      return html`
        ${bySeat(inMenu(table, name)).map((events) => html`<${Of} key=${events[0].seat ?? ""} table=${table} events=${events} />`)}
        ${name === "deal" ? html`<${Commit} table=${table} />` : null}
        ${name === "deal" ? startsBeside(table).map((entry) => html`<${BottomCards} key="start" table=${table} entry=${entry} />`) : null}
      `;
  }
}

/**
 * The acts that one person can do, under the person's name.
 * @param {{table: Table, events: GameEvent[]}} props
 */
const Of = ({ table, events }) => html`<section class="of">
  ${events[0].seat === undefined ? null : html`<h3>${table.name(events[0].seat)}</h3>`}
  <div class="controls">
    ${events.map((event) => html`<${Does} key=${canonical(event)} table=${table} event=${event} isNamed=${true} under=${true} />`)}
  </div>
</section>`;

/**
 * Events in groups, each of one seat, in the order in which the seats come.
 * @param {GameEvent[]} events
 */
const bySeat = (events) =>
  [...new Set(events.map((event) => event.seat))].map((seat) => events.filter((event) => event.seat === seat));
