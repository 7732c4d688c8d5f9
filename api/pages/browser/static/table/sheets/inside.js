/** The insides of the sheets: what is asked, told and decided beside the play. */

import { html } from "../../shared/ui.js";
import { CLOCK, TIME_UP, TIMEOUT } from "../clock.js";
import { Does, inMenu } from "../controls.js";
import { canonical } from "../hooks.js";
import { Commit } from "../shuffle.js";
import { BottomCards } from "../forms/deal.js";
import { Figures } from "../forms/figures.js";
import { Claim } from "./claim.js";
import { ClockSheet } from "./clock.js";
import { counts, startsBeside } from "./menus.js";
import { Form, More } from "./more.js";
import { Queue } from "./queue.js";
import { Sanction } from "./sanction.js";
import { Score } from "./score.js";
import { Undo } from "./undo.js";

/** @typedef {import("../store.js").Table} Table */
/** @typedef {import("../../shared/types.js").GameEvent} GameEvent */

/** @param {{table: Table, name: string}} props */
export function Inside({ table, name }) {
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
      return html`<${ClockSheet} table=${table} />`;
    case TIME_UP:
      return html`<${Form} table=${table} type=${name} fields=${[]} />`;
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
