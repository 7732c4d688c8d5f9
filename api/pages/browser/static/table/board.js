/** The open cards, and the players around them. */

import { Face } from "../shared/cards.js";
import { html } from "../shared/ui.js";
import { w } from "../shared/words.js";
import { inMenu, menusOf, menuWord } from "./controls.js";
import { Icon } from "./icons.js";
import { isKnown, key } from "./meaning.js";
import { CardKey, effectOf, Still, tapping } from "./pad.js";

/** @typedef {import("./store.js").Table} Table */
/** @typedef {import("../shared/types.js").MatchView} MatchView */
/** @typedef {import("../games/index.js").TableCard} TableCard */

const PLACES = /** @type {Record<number, string[]>} */ ({
  2: ["south", "north"],
  3: ["south", "east", "west"],
  4: ["south", "east", "north", "west"],
});

/**
 * The place of each seat, seen from the nearest one: the own seat, or the first.
 * @param {Table} table
 * @param {MatchView} view
 */
function placesOf(table, view) {
  const openHands = view.seats.filter((one) => isKnown(view, one.seat) && view.hand_sizes[one.seat] > 0);
  const own = openHands.length === 1 ? openHands[0].seat : 0;
  const count = view.seats.length;
  const places = PLACES[count] ?? PLACES[4];
  return (/** @type {number} */ seat) => {
    const along = (seat - own + count) % count;
    return places[table.game?.toRight ? along : (count - along) % count];
  };
}

/** @param {{table: Table}} props */
export function Board({ table }) {
  const view = /** @type {MatchView} */ (table.view.value);
  const game = table.game;
  if (!game) return null;
  const place = placesOf(table, view);
  const trick = game.trick(view);
  const loose = game.loose(view);
  const heaps = game.heaps(view, table.name);
  const isEmpty = loose.length === 0 && heaps.length === 0;
  const hasTurnUp = loose.some((one) => one.zone === "turn_up");
  const last = trick.length === 0 && loose.every((one) => one.zone === "turn_up") ? game.last?.(view) : null;
  const calls = menusOf(game).filter((menu) => inMenu(table, menu).length > 0);
  return html`<section
    class=${`board ${hasTurnUp || calls.length > 0 ? "cornered" : ""}`}
    data-seats=${view.seats.length}
    aria-label=${table.ruleset.value?.title[/** @type {"es" | "en"} */ (document.documentElement.lang)]}
  >
    ${view.seats.map((one) => html`<${Place} key=${one.seat} table=${table} seat=${one.seat} place=${place(one.seat)} />`)}
    <div class=${`middle ${isEmpty && trick.length === 0 && !last && view.turn === null ? "" : "used"}`}>
      ${trick.length > 0
        ? html`<div class="trick">
            ${trick.map((item) => html`<span
              key=${item.card}
              class=${`laid ${item.seat === null || item.seat === undefined ? "" : place(item.seat)}`}
            ><${Still} table=${table} card=${item.card} /></span>`)}
          </div>`
        : null}
      ${last
        ? html`<div class="last">
            <span>${table.name(last.seat)}</span>
            ${last.cards.map((card) => html`<${Still} key=${card} table=${table} card=${card} look="tiny" />`)}
          </div>`
        : null}
      <div class=${`loose ${hasTurnUp ? "turned-up" : ""}`}>${loose.map((item) => html`<${Lying} key=${item.card} table=${table} item=${item} />`)}</div>
      ${heaps.length > 0
        ? html`<div class="heaps">${heaps.map((heap) => html`<${Together} key=${heap.id} table=${table} heap=${heap} />`)}</div>`
        : null}
    </div>
    ${calls.map((menu) => html`<button
      type="button"
      key=${menu}
      class="call"
      data-open=${menu}
      onClick=${() => (table.sheet.value = menu)}
    >
      <${Icon} name="call" />
      <span>${menuWord(menu)}</span>
    </button>`)}
  </section>`;
}

/**
 * A card that lies open. A tap works if the card has a use.
 * @param {{table: Table, item: TableCard}} props
 */
function Lying({ table, item }) {
  const tapKey = key(item.zone ?? "table", item.zone === "army" ? (item.seat ?? "") : "", item.card);
  const { byKey, subsets } = table.meanings.value;
  const useful = table.free.value || byKey.has(tapKey) || subsets.some((one) => one.keys.has(tapKey));
  if (useful && item.zone !== "turn_up" && item.zone !== "front")
    return html`<${CardKey} table=${table} pick=${tapKey} seat=${item.seat ?? undefined} ...${effectOf(table, tapKey)} />`;
  const look = `${item.isTurned ? "turned" : ""} ${item.zone === "turn_up" ? "turn-up" : ""}`;
  return html`<${Still} table=${table} card=${item.card} look=${look} />`;
}

/** @param {{table: Table, heap: import("../games/index.js").Heap}} props */
function Together({ table, heap }) {
  const tapKey = key("heap", "", heap.id);
  return html`<button ...${tapping(table, tapKey, effectOf(table, tapKey))} class="heap" data-build=${heap.id}>
    <b>${heap.title}</b>
    <span class="pile">
      ${heap.cards.map((card) => html`<span key=${card} class="card still tiny"><${Face} card=${card} /></span>`)}
    </span>
  </button>`;
}

/** @param {{table: Table, seat: number, place: string}} props */
function Place({ table, seat, place }) {
  const view = /** @type {MatchView} */ (table.view.value);
  const turn = view.turn === seat;
  // A hand that is laid out to choose from is not shown twice.
  const laidOut = table.meanings.value.subsets.some((one) => [...one.keys].some((each) => each.startsWith(`hand|${seat}|`)));
  const others =
    !laidOut &&
    isKnown(view, seat) &&
    view.turn !== seat &&
    view.hand_sizes[seat] > 0 &&
    view.hands.filter((hand) => hand !== null).length > 1;
  const beside = table.game?.beside(view, seat) ?? [];
  const standing = table.game?.inFront(view, seat) ?? [];
  return html`<div class=${`seat ${place} ${turn ? "turn" : ""}`} data-place=${place}>
    <div class="who">
      ${turn ? html`<span class="mark">${w.turn}</span>` : null}
      <b>${table.name(seat)}</b>
      ${view.dealer === seat ? html`<span class="dealer">${w.deals}</span>` : null}
      <small>${[view.hand_sizes[seat] > 0 ? w.cards(view.hand_sizes[seat]) : "", ...beside].filter(Boolean).join(" · ")}</small>
    </div>
    ${standing.length > 0
      ? html`<div class="army">${standing.map((item) => html`<${Lying} key=${item.card} table=${table} item=${item} />`)}</div>`
      : null}
    ${others && standing.length === 0
      ? html`<div class="held" aria-hidden="true">
          ${(view.hands[seat] ?? []).map((card) => html`<span key=${card} class="card still tiny"><${Face} card=${card} /></span>`)}
        </div>`
      : null}
  </div>`;
}
