/** The open cards after a step, and the cards of each hand, with the card that has just left it. */

import { html, pieces } from "../shared/ui.js";
import { w } from "../shared/words.js";
import { Card } from "./card.js";
import { regularCards } from "./legal.js";
import { r } from "./words.js";

/** @typedef {import("./store.js").Replay} Replay */
/** @typedef {import("../shared/types.js").Step} Step */
/** @typedef {import("../shared/types.js").MatchView} MatchView */
/** @typedef {import("../games/index.js").TableCard} TableCard */

/** @param {{replay: Replay, step: Step}} props */
export function Tabletop({ replay, step }) {
  const { game } = replay;
  if (!game) return null;
  const view = step.view;
  const { trick, title } = trickAt(replay, step);
  const loose = game.loose(view);
  const heaps = game.heaps(view, replay.name);
  const standing = view.seats
    .map((one) => ({ seat: one.seat, cards: game.inFront(view, one.seat) }))
    .filter((one) => one.cards.length > 0);
  const empty = trick.length + loose.length + heaps.length + standing.length === 0;
  return html`<section class="felt" aria-label=${r.table}>
    <p class="lines">${pieces(game.lines(view, replay.name))}</p>
    ${title ? html`<h3>${title}</h3>` : null}
    ${trick.length > 0
      ? html`<ul class="laid" data-zone="trick">
          ${trick.map((one) => html`<li key=${one.card} class=${one.card === step.event.card ? "now" : ""}>
            <${Card} replay=${replay} card=${one.card} />
            <span>${one.seat === null || one.seat === undefined ? "" : replay.name(one.seat)}</span>
          </li>`)}
        </ul>`
      : null}
    ${loose.length > 0
      ? html`<div class="loose" data-zone="table">
          ${loose.map((one) => html`
            ${one.name ? html`<b>${one.name}</b>` : null}
            <${Card} key=${one.card} replay=${replay} card=${one.card} class=${one.card === step.event.card ? "now" : ""} />
          `)}
        </div>`
      : null}
    ${heaps.map((heap) => html`<div key=${heap.id} class="heap" data-build=${heap.id}>
      <b>${heap.title}</b>
      ${heap.cards.map((card) => html`<${Card} key=${card} replay=${replay} card=${card} class="tiny" />`)}
    </div>`)}
    ${standing.map(({ seat, cards }) => html`<div key=${seat} class="army">
      <b>${[game.inFrontTitle, replay.name(seat)].filter(Boolean).join(" · ")}</b>
      <div>
        ${cards.map((one) => html`<${Card}
          key=${one.card}
          replay=${replay}
          card=${one.card}
          class=${one.isTurned ? "turned" : ""}
        />`)}
      </div>
    </div>`)}
    ${empty ? html`<p class="hint">${r.emptyTable}</p>` : null}
  </section>`;
}

/**
 * The trick on the table. A trick that this step closed is shown with all its cards.
 * @param {Replay} replay
 * @param {Step} step
 * @returns {{trick: TableCard[], title: string}}
 */
function trickAt(replay, step) {
  const trick = replay.game?.trick(step.view) ?? [];
  if (trick.length > 0) return { trick, title: "" };
  const trickTaken = step.event.facts.find((fact) => fact.fact === "trick_taken");
  const before = replay.before.value;
  if (trickTaken) {
    const earlier = before ? (replay.game?.trick(before.view) ?? []) : [];
    return { trick: [...earlier, { card: step.event.card, seat: step.event.seat }], title: r.trickFor(replay.name(trickTaken.seat)) };
  }
  const last = step.view.phase === "deal" ? null : replay.game?.last?.(step.view);
  return last
    ? { trick: last.cards.map((card) => ({ card })), title: r.lastTrick(replay.name(last.seat)) }
    : { trick: [], title: "" };
}

/** @param {{replay: Replay, step: Step}} props */
export function Hands({ replay, step }) {
  return html`<section class="hands" aria-label=${r.hands}>
    ${step.view.seats.map((one) => html`<${Hand} key=${one.seat} replay=${replay} step=${step} seat=${one.seat} />`)}
  </section>`;
}

/** @param {{replay: Replay, step: Step, seat: number}} props */
function Hand({ replay, step, seat }) {
  const view = step.view;
  const hand = view.hands[seat];
  const acts = step.event.seat === seat;
  const before = replay.before.value;
  const earlier = acts && hand !== null ? before?.view.hands[seat] : null;
  const regular = acts && before ? regularCards(before.legal, step.event) : new Set();
  const cards = hand && [...new Set([...(earlier ?? []), ...hand])];
  const goneCards = new Set((earlier ?? []).filter((card) => !(hand ?? []).includes(card)));
  const beside = replay.game?.beside(view, seat) ?? [];
  return html`<div class=${`holder ${acts ? "acts" : ""}`} data-seat=${seat}>
    <p>
      <b>${replay.name(seat)}</b>
      ${view.turn === seat ? html`<span class="mark">${w.turn}</span>` : null}
      ${view.dealer === seat ? html`<span class="dealer">${w.deals}</span>` : null}
      <small>${[w.cards(view.hand_sizes[seat]), ...beside].join(" · ")}</small>
    </p>
    ${cards === null
      ? view.hand_sizes[seat] > 0
        ? html`<p class="hint" data-hidden>${r.hidden}</p>`
        : null
      : html`<div class="held">
          ${cards.map((card) => {
            const marks = [regular.has(card) ? "regular" : "", goneCards.has(card) ? "gone" : ""].join(" ");
            return html`<${Card} key=${card} replay=${replay} card=${card} class=${marks}>
              ${goneCards.has(card) ? html`<span class="unseen">${r.gone}</span>` : null}
              ${regular.has(card) ? html`<span class="tick" title=${r.regular}>✓</span>` : null}
            <//>`;
          })}
        </div>`}
  </div>`;
}
