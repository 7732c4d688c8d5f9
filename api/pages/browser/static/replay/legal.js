/** The moves that were possible instead of a step, from the log of that moment. */

import { html } from "../shared/ui.js";
import { capital, w } from "../shared/words.js";
import { Card } from "./card.js";
import { r } from "./words.js";

/** @typedef {import("./store.js").Replay} Replay */
/** @typedef {import("../shared/types.js").Step} Step */
/** @typedef {import("../shared/types.js").GameEvent} GameEvent */

/** Number of choices in words that are shown at once. */
const FEW = 8;
/** The lists of cards from which a choice is made, each with its name. */
const CHOSEN_FROM = {
  cards: "",
  attackers: w.defence.attackers,
  defenders: w.defence.defenders,
  jokers: w.recovery.target.jokers,
  from: w.recovery.target.cards,
};
const OF_ONE_CARD = new Set(["type", "seat", "card"]);

/**
 * True if only a card tells this move from others of its type.
 * @param {GameEvent} move
 */
const isOfOneCard = (move) =>
  typeof move.card === "string" && Object.keys(move).every((key) => OF_ONE_CARD.has(key) || move[key] === null);

/**
 * The possible moves of the seat that acts.
 * @param {readonly GameEvent[]} legal
 * @param {GameEvent} event
 */
const own = (legal, event) =>
  legal.filter((move) => move.seat !== undefined && move.seat === event.seat && move.type !== "count");

/**
 * The cards that might have been laid or used, with any others.
 * @param {readonly GameEvent[]} legal
 * @param {GameEvent} event
 * @returns {Set<string>}
 */
export const regularCards = (legal, event) => new Set(own(legal, event).flatMap((move) => (move.card ? [move.card] : [])));

/** @param {{replay: Replay, step: Step}} props */
export function Could({ replay, step }) {
  const before = replay.before.value;
  const { event } = step;
  if (!before || event.seat === undefined || event.seat === null) return null;
  const moves = own(before.legal, event);
  if (moves.length === 0) return null;
  const isHandKnown = before.view.hands[event.seat] !== null;
  const cards = moves.filter((move) => isOfOneCard(move) && move.type === event.type);
  const choices = moves.filter((move) => move.choose);
  const others = moves.filter((move) => !cards.includes(move) && !move.choose);
  return html`<section class="could">
    <h3>${r.could(replay.name(event.seat))}</h3>
    ${moves.length === 1 && !moves[0].choose && isHandKnown ? html`<p class="hint">${r.only}</p>` : null}
    ${cards.length > 0 && !isHandKnown ? html`<p class="hint">${r.unknownHand(cards.length)}</p>` : null}
    ${cards.length > 0 && isHandKnown
      ? html`<div class="held" data-regular>
          ${cards.map((move) => html`<${Card} key=${move.card} replay=${replay} card=${move.card} class="tiny" />`)}
        </div>`
      : null}
    ${choices.map((move) => html`<${Choice} key=${JSON.stringify(move)} replay=${replay} move=${move} />`)}
    ${others.length > FEW
      ? html`<details><summary>${r.others(others.length)}</summary><${Others} replay=${replay} moves=${others} /></details>`
      : html`<${Others} replay=${replay} moves=${others} />`}
  </section>`;
}

/**
 * A move with a choice, and the list of that choice.
 * @param {{replay: Replay, move: GameEvent}} props
 */
function Choice({ replay, move }) {
  const choose = move.choose ?? {};
  const lists = Object.entries(CHOSEN_FROM).filter(([name]) => Array.isArray(choose[name]) && choose[name].length > 0);
  return html`
    <p><b>${capital(w.types[move.type] ?? move.type)}</b></p>
    ${lists.map(([name, label]) => html`<div key=${name} class="held">
      ${label ? html`<span>${label}</span>` : null}
      ${choose[name].map((/** @type {string} */ card) => html`<${Card} key=${card} replay=${replay} card=${card} class="tiny" />`)}
    </div>`)}
  `;
}

/** @param {{replay: Replay, moves: GameEvent[]}} props */
function Others({ replay, moves }) {
  const sentences = new Set(moves.map((move) => capital(replay.does(move))));
  return sentences.size > 0 ? html`<ul class="others">${[...sentences].map((one) => html`<li key=${one}>${one}</li>`)}</ul>` : null;
}
