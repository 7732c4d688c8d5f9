/** Pairs of a new contest. One is made by a touch on one person and then on the other. */

import { html } from "../../shared/ui.js";
import { o } from "../words.js";
import { sideName } from "./entrants.js";

/** @typedef {import("./entrants.js").NamedPlayer} NamedPlayer */
/** @typedef {import("./entrants.js").Side} Side */

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
