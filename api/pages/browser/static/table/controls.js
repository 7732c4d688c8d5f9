/** The events that can be recorded now beside a card that is tapped: whole events, and those that the picked cards can mean. */

import { html } from "../shared/ui.js";
import { capital, w } from "../shared/words.js";
import { canonical, records } from "./hooks.js";
import { choiceOf, exact, fitting, inOrder, isAmong, isLead, nameIn, open, zoneIn } from "./meaning.js";

/** @typedef {import("./store.js").Table} Table */
/** @typedef {import("../shared/types.js").GameEvent} GameEvent */
/** @typedef {import("../shared/types.js").MatchView} MatchView */

/** The menu of the rarer deals, in every game. */
const DEALS = "deal";
/** Events that need more than a tap. The page asks for them beside the text about the next step. */
const SHOWN_ABOVE = new Set(["confirm"]);
/** Number of whole events that are shown without a menu. */
const FEW = 4;

/**
 * The menu behind which a whole event waits; undefined if it waits behind none.
 * @param {Table} table
 * @param {GameEvent} event
 * @returns {string | undefined}
 */
const menuOf = (table, event) => (event.type === "deal" ? (event.shuffle ? DEALS : undefined) : table.game?.menus?.[event.type]);

/**
 * The menus of the game's own.
 * @param {import("../games/index.js").Game} game
 */
export const menusOf = (game) => [...new Set(Object.values(game.menus ?? {}))];

/**
 * The name of a menu.
 * @param {string} menu
 */
export const menuWord = (menu) => /** @type {Record<string, string>} */ (w.menus)[menu] ?? "";

/**
 * The whole events that wait behind a menu now.
 * @param {Table} table
 * @param {string} menu
 */
export const inMenu = (table, menu) => table.meanings.value.plain.filter((event) => menuOf(table, event) === menu);

/** @param {{table: Table}} props */
export function Controls({ table }) {
  const alone = table.alone.value;
  if (table.free.value && !alone) return html`<${Free} table=${table} />`;
  const picks = table.picks.value;
  const meanings = table.meanings.value;
  const pack = table.ruleset.value?.cards ?? [];
  // One list in both cases, so that a button stays in its place when the service's word comes in.
  const complete = alone
    ? freely(table).filter((event) => !table.course.isCrowded.value || isAmong(meanings, event))
    : exact(meanings, picks).map((move) => move.event);
  const sets = alone ? [] : open(meanings, picks);
  const ready = sets.map((subset) => choiceOf(subset, picks, pack)).filter((event) => event !== null);
  const plain =
    picks.length === 0
      ? meanings.plain.filter((event) => menuOf(table, event) === undefined && !SHOWN_ABOVE.has(event.type))
      : [];
  const isDeadEnd = !alone && picks.length > 0 && fitting(meanings, picks).length === 0 && sets.length === 0;
  // A card that can be left can also take. Such a card lies on the table, and the page says so.
  const more = !alone && picks.length === 1 && fitting(meanings, picks).some((move) => move.keys.size > 1);
  // Several cards are tapped one after another. The text about them has its place before the first, and the pad does not move.
  const several = sets.some((subset) => subset.min > 1) && plain.length === 0;
  return html`<div class=${several ? "controls several" : "controls"} aria-live="polite">
    ${[...complete, ...ready, ...plain].map((event) => html`<${Does}
      key=${canonical(event)}
      table=${table}
      event=${event}
      main=${complete.length + ready.length + plain.length <= FEW}
    />`)}
    ${picks.length > 0 && (complete.length === 0 || more) && !isDeadEnd && ready.length === 0 && sets.length === 0
      ? html`<p class="hint">${w.tapTable}</p>`
      : null}
    ${sets.map((subset) =>
      subset.min > 0 && (picks.length > 0 || several) && picks.length < subset.min
        ? html`<p class="hint">${w.subset.of(picks.length, subset.min)}</p>`
        : null,
    )}
    ${isDeadEnd ? html`<p class="hint">${w.nothingRegular}</p>` : null}
    ${isDeadEnd && mayBeFree(table)
      ? html`<button type="button" class="quiet" onClick=${() => (table.mode.value = "free")}>${w.recordAnyway}</button>`
      : null}
    ${picks.length > 0
      ? html`<button type="button" class="quiet" data-clear onClick=${() => (table.picks.value = [])}>${w.clear}</button>`
      : null}
  </div>`;
}

/**
 * True if this table records cards against the rules, too.
 * @param {Table} table
 */
export const recordsAll = (table) => table.reader.value.records && table.view.value?.enforcement === "record";

/**
 * True if cards can be chosen freely here, for a play against the rules.
 * @param {Table} table
 */
export function mayBeFree(table) {
  const view = table.view.value;
  if (!view || !recordsAll(table) || view.turn === null || !table.game) return false;
  const cards = table.ruleset.value?.cards ?? [];
  return table.game.playsOf(view, view.turn, { lead: cards[0] ?? null, table: [], heaps: [] }).length > 0;
}

/**
 * A whole event in one tap. It begins with the player's name if another seat may be in turn. Under that name the button leaves
 * it out, and only reads it aloud.
 * @param {{table: Table, event: GameEvent, main?: boolean, isNamed?: boolean, under?: boolean}} props
 */
export function Does({ table, event, main = true, isNamed = false, under = false }) {
  const view = /** @type {MatchView} */ (table.view.value);
  const actor =
    event.seat !== undefined && (isNamed || view.turn === null || event.seat !== view.turn) ? `${table.name(event.seat)}: ` : "";
  const does = actor + label(table, event);
  return html`<button ...${records(table, event)} class=${main ? "main" : ""} aria-label=${under ? does : undefined}>
    ${capital(under ? label(table, event) : does)}
  </button>`;
}

/**
 * @param {Table} table
 * @param {GameEvent} event
 */
function label(table, event) {
  if (event.type !== "deal") return table.does(event);
  if (event.shuffle) return w.deal.shuffle;
  return event.table ? w.deal.confirm : w.deal.plain;
}

/**
 * All events that can be recorded with the picked cards, even against the rules.
 * @param {Table} table
 */
function freely(table) {
  const view = /** @type {MatchView} */ (table.view.value);
  const picks = table.picks.value;
  const pack = table.ruleset.value?.cards ?? [];
  return (
    table.game?.playsOf(view, view.turn ?? 0, {
      lead: picks.filter(isLead).map(nameIn)[0] ?? null,
      table: inOrder(picks.filter((one) => zoneIn(one) === "table").map(nameIn), pack),
      heaps: picks.filter((one) => zoneIn(one) === "heap").map(nameIn),
    }) ?? []
  );
}

/** @param {{table: Table}} props */
function Free({ table }) {
  const view = /** @type {MatchView} */ (table.view.value);
  return html`<div class="controls free">
    <h3>${w.freeTitle(table.name(view.turn ?? 0))}</h3>
    <p class="hint">${w.freeHint}</p>
    ${freely(table).map((event) => html`<button
      type="button"
      key=${JSON.stringify(event)}
      data-ask=${JSON.stringify(event)}
      disabled=${table.busy.value}
      onClick=${() => (table.question.value = event)}
    >${capital(table.does(event))}</button>`)}
    <button type="button" class="quiet" data-clear onClick=${() => { table.picks.value = []; table.mode.value = null; }}>
      ${w.cancel}
    </button>
  </div>`;
}
