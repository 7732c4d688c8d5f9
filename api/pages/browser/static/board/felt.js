/** The cards on a table in play, large enough for a hall. */

import { Face } from "../shared/cards.js";
import { nameIn } from "../shared/match.js";
import { html } from "../shared/ui.js";
import { w } from "../shared/words.js";
import { b } from "./words.js";

/** @typedef {import("../shared/types.js").MatchView} MatchView */
/** @typedef {import("../games/index.js").Game} Game */
/** @typedef {import("../games/index.js").TableCard} TableCard */

/** @param {{view: MatchView, game: Game}} props */
export function Tabletop({ view, game }) {
  const trick = game.trick(view);
  const loose = game.loose(view);
  const heaps = game.heaps(view, (seat) => nameIn(view, seat));
  const standing = view.seats
    .map((one) => ({ seat: one.seat, cards: game.inFront(view, one.seat) }))
    .filter((one) => one.cards.length > 0);
  const last = game.last?.(view);
  const before = last
    ? html`<div class=${`laid last ${trick.length > 0 ? "small" : ""}`}><h3>${b.lastTrick(nameIn(view, last.seat))}</h3>
        ${last.cards.map((card) => html`<${Card} key=${card} item=${{ card }} game=${game} />`)}</div>`
    : null;
  const beside = before && trick.length > 0 ? [before] : [];
  if (trick.length + loose.length + heaps.length + standing.length === 0 && !last) return null;
  return html`<section class="felt">
    ${trick.length > 0
      ? html`<div class="laid">
          ${trick.map((card) => html`<figure key=${card.card}>
            <${Card} item=${card} game=${game} />
            <figcaption>${card.seat === null || card.seat === undefined ? "" : nameIn(view, card.seat)}</figcaption>
          </figure>`)}
        </div>`
      : before}
    ${loose.length + beside.length > 0
      ? html`<div class="laid">
          ${loose.map((card) => html`
            ${card.name ? html`<h3>${card.name}</h3>` : null}
            <${Card} key=${card.card} item=${card} game=${game} />
          `)}
          ${beside}
        </div>`
      : null}
    ${heaps.map((heap) => html`<div key=${heap.id} class="laid heap">
      <h3>${heap.title}</h3>
      ${heap.cards.map((card) => html`<${Card} key=${card} item=${{ card }} game=${game} />`)}
    </div>`)}
    ${standing.map((one) => html`<div key=${one.seat} class="laid heap">
      <h3>${nameIn(view, one.seat)}</h3>
      ${one.cards.map((card) => html`<${Card} key=${card.card} item=${card} game=${game} />`)}
    </div>`)}
  </section>`;
}

/** @param {{item: TableCard, game: Game}} props */
function Card({ item, game }) {
  return html`<span class=${`card still ${item.isTurned ? "turned" : ""}`} role="img" aria-label=${w.card(item.card, game.deck)}>
    <${Face} card=${item.card} />
  </span>`;
}
