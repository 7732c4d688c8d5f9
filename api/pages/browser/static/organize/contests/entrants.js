/** The entrants of a contest: people, or pairs. A pair is made by a touch on one and then on the other. */

import { html } from "../../shared/ui.js";
import { joinNames } from "../../shared/words.js";
import { o } from "../words.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {{id: string, name: string | null}} NamedPlayer */
/** @typedef {string[]} Side the ids of one person, or of two */

/**
 * @param {readonly NamedPlayer[]} players
 * @param {Side} side
 */
export const sideName = (players, side) => joinNames(side.map((id) => players.find((one) => one.id === id)?.name ?? o.erased));

/**
 * A list of the players. Each takes part unless a touch takes the player out.
 * @param {{players: readonly NamedPlayer[], out: string[], set: (out: string[]) => void}} props
 */
export const Participants = ({ players, out, set }) => html`<details class="field" data-open="who">
  <summary>${o.entrants.who(players.length - out.length, players.length)}</summary>
  <p class="hint">${o.entrants.whoHint}</p>
  <div class="chips">
    ${players.map((one) => html`<button
      type="button"
      key=${one.id}
      data-input="entrants"
      data-value=${one.id}
      aria-pressed=${String(!out.includes(one.id))}
      onClick=${() => set(out.includes(one.id) ? out.filter((id) => id !== one.id) : [...out, one.id])}
    >${one.name ?? o.erased}</button>`)}
  </div>
</details>`;

/**
 * Pairs, made by hand or by chance.
 *
 * @param {{players: readonly NamedPlayer[], pairs: Side[], set: (pairs: Side[]) => void}} props `players`: those that take part;
 *   the last pair may wait for its second
 */
export function Pairs({ players, pairs, set }) {
  const alone = players.filter((one) => !pairs.some((pair) => pair.length === 2 && pair.includes(one.id)));
  const waiting = pairs.find((pair) => pair.length === 1);
  const touch = (/** @type {string} */ id) => {
    const whole = pairs.filter((pair) => pair.length === 2);
    if (!waiting) set([...whole, [id]]);
    else if (waiting[0] === id) set(whole);
    else set([...whole, [waiting[0], id]]);
  };
  const byChance = () => {
    const ids = shuffle(alone.map((one) => one.id));
    const couples = Array.from({ length: Math.floor(ids.length / 2) }, (_, n) => ids.slice(2 * n, 2 * n + 2));
    set([...pairs.filter((pair) => pair.length === 2), ...couples]);
  };
  return html`<div class="field" data-open="pairs">
    <span class="label">${o.entrants.pairs}</span>
    <ul class="rows">
      ${pairs.filter((pair) => pair.length === 2).map((pair) => html`<li class="row" key=${pair.join()}>
        <b>${sideName(players, pair)}</b>
        <button
          type="button"
          data-action="part"
          aria-label=${o.entrants.part(sideName(players, pair))}
          onClick=${() => set(pairs.filter((one) => one !== pair))}
        >✕</button>
      </li>`)}
    </ul>
    ${alone.length > 0
      ? html`
          <small>${waiting ? o.entrants.second(sideName(players, waiting)) : o.entrants.first}</small>
          <div class="chips">
            ${alone.map((one) => html`<button
              type="button"
              key=${one.id}
              data-input="pair"
              data-value=${one.id}
              aria-pressed=${String(waiting?.[0] === one.id)}
              onClick=${() => touch(one.id)}
            >${one.name ?? o.erased}</button>`)}
          </div>
          ${alone.length > 1
            ? html`<div class="controls">
                <button type="button" data-action="pair-by-chance" onClick=${byChance}>${o.entrants.byChance}</button>
              </div>`
            : null}
        `
      : null}
  </div>`;
}

/**
 * A draw that was made by hand. The entrants stand in the order of the lots.
 * @param {{players: readonly NamedPlayer[], sides: Side[], order: Side[], set: (order: Side[]) => void}} props
 */
export function Lots({ players, sides, order, set }) {
  const left = sides.filter((side) => !order.some((one) => one.join() === side.join()));
  return html`<div class="field" data-open="lots">
    <span class="label">${o.draw.lots}</span>
    <ol class="drawn">${order.map((side) => html`<li key=${side.join()}>${sideName(players, side)}</li>`)}</ol>
    <small>${left.length > 0 ? o.draw.lotsNext : o.draw.lotsDone}</small>
    <div class="chips">
      ${left.map((side) => html`<button
        type="button"
        key=${side.join()}
        data-input="order"
        data-value=${side.join()}
        onClick=${() => set([...order, side])}
      >${sideName(players, side)}</button>`)}
      ${order.length > 0
        ? html`<button type="button" class="quiet" data-action="undo-lot" onClick=${() => set(order.slice(0, -1))}>
            ${o.draw.undoLot}
          </button>`
        : null}
    </div>
  </div>`;
}

/**
 * The ids in an order of chance (Fisher and Yates).
 * @param {string[]} ids
 */
function shuffle(ids) {
  const order = [...ids];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = Math.floor((crypto.getRandomValues(new Uint32Array(1))[0] / 2 ** 32) * (last + 1));
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}
