/** What lies open, and who sits around it. */

import { Face } from "../shared/cards.js";
import { html } from "../shared/ui.js";
import { w } from "../shared/words.js";
import { inMenu } from "./controls.js";
import { Icon } from "./icons.js";
import { isKnown, key } from "./meaning.js";
import { CardKey, tapping } from "./pad.js";

/** @typedef {import("./store.js").Table} Table */
/** @typedef {import("../shared/types.js").MatchView} MatchView */
/** @typedef {import("../games/index.js").Laid} Laid */

const PLACES = /** @type {Record<number, string[]>} */ ({
  2: ["south", "north"],
  3: ["south", "east", "west"],
  4: ["south", "east", "north", "west"],
});

/**
 * Where each seat sits, seen from the one that is nearest: the own one, or the first.
 * @param {Table} table
 * @param {MatchView} view
 */
function placesOf(table, view) {
  const known = view.seats.filter((one) => isKnown(view, one.seat) && view.hand_sizes[one.seat] > 0);
  const own = known.length === 1 ? known[0].seat : 0;
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
  const builds = game.builds(view);
  const last = trick.length === 0 && loose.every((one) => one.zone === "turn_up") ? view.table.last_trick : null;
  return html`<section class="board" data-seats=${view.seats.length} aria-label=${table.ruleset.value?.title[/** @type {"es" | "en"} */ (document.documentElement.lang)]}>
    ${view.seats.map((one) => html`<${Place} key=${one.seat} table=${table} seat=${one.seat} place=${place(one.seat)} />`)}
    <div class="middle">
      ${trick.length > 0
        ? html`<div class="trick">
            ${trick.map((laid) => html`<span key=${laid.card} class=${`laid ${laid.seat === null || laid.seat === undefined ? "" : place(laid.seat)}`}><span class="card still"><${Face} card=${laid.card} /></span></span>`)}
          </div>`
        : null}
      ${last ? html`<div class="last"><span>${table.name(last.seat)}</span>${last.cards.map((/** @type {string} */ card) => html`<span key=${card} class="card still tiny"><${Face} card=${card} /></span>`)}</div>` : null}
      <div class="loose">${loose.map((laid) => html`<${Lying} key=${laid.card} table=${table} laid=${laid} />`)}</div>
      ${builds.length > 0 ? html`<div class="builds">${builds.map((build) => html`<${Standing} key=${build.id} table=${table} build=${build} />`)}</div>` : null}
    </div>
    ${inMenu(table, "cante").length > 0 ? html`<button type="button" class="call" data-open="cante" onClick=${() => (table.sheet.value = "cante")}><${Icon} name="cante" /><span>${w.menus.cante}</span></button>` : null}
  </section>`;
}

/**
 * A card that lies open: tapped where something can be done with it.
 * @param {{table: Table, laid: Laid}} props
 */
function Lying({ table, laid }) {
  const picked = key(laid.zone ?? "table", laid.zone === "army" ? laid.seat ?? "" : "", laid.card);
  const { moves, subsets } = table.meanings.value;
  const useful = table.free.value || moves.some((move) => move.keys.has(picked)) || subsets.some((one) => one.keys.has(picked));
  if (useful && laid.zone !== "turn_up" && laid.zone !== "front") return html`<${CardKey} table=${table} picked=${picked} seat=${laid.seat ?? undefined} />`;
  return html`<span class=${`card still ${laid.turned ? "turned" : ""} ${laid.zone === "turn_up" ? "turn-up" : ""}`} role="img" aria-label=${w.card(laid.card, table.game?.deck ?? "french")}><${Face} card=${laid.card} /></span>`;
}

/** @param {{table: Table, build: import("../games/index.js").BuildLaid}} props */
function Standing({ table, build }) {
  const picked = key("build", "", build.id);
  return html`<button ...${tapping(table, picked)} class="build" data-build=${build.id}>
    <b>${w.casino.build(build.value, table.name(build.owner))}</b>
    <span class="pile">${build.cards.map((card) => html`<span key=${card} class="card still tiny"><${Face} card=${card} /></span>`)}</span>
  </button>`;
}

/** @param {{table: Table, seat: number, place: string}} props */
function Place({ table, seat, place }) {
  const view = /** @type {MatchView} */ (table.view.value);
  const turn = view.turn === seat;
  // A hand that is laid out to choose from is not shown twice.
  const laidOut = table.meanings.value.subsets.some((one) => [...one.keys].some((each) => each.startsWith(`hand|${seat}|`)));
  const others = !laidOut && isKnown(view, seat) && view.turn !== seat && view.hand_sizes[seat] > 0 && view.hands.filter((hand) => hand !== null).length > 1;
  const beside = table.game?.beside(view, seat) ?? [];
  const army = table.game?.army(view, seat) ?? [];
  return html`<div class=${`seat ${place} ${turn ? "turn" : ""}`} data-place=${place}>
    <div class="who">
      ${turn ? html`<span class="mark">${w.turn}</span>` : null}
      <b>${table.name(seat)}</b>
      ${view.dealer === seat ? html`<span class="dealer">${w.deals}</span>` : null}
      <small>${[view.hand_sizes[seat] > 0 ? w.cards(view.hand_sizes[seat]) : "", ...beside].filter(Boolean).join(" · ")}</small>
    </div>
    ${army.length > 0 ? html`<div class="army">${army.map((laid) => html`<${Lying} key=${laid.card} table=${table} laid=${laid} />`)}</div>` : null}
    ${others && army.length === 0 ? html`<div class="held" aria-hidden="true">${(view.hands[seat] ?? []).map((card) => html`<span key=${card} class="card still tiny"><${Face} card=${card} /></span>`)}</div>` : null}
  </div>`;
}
