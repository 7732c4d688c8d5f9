/** Stakes in words: the agreement, and its outcome for the seats of a match and the players of a contest. */

import { withSign } from "./figures.js";
import { nameIn } from "./match.js";
import { onPaper } from "./paper.js";
import { html } from "./ui.js";
import { joinNames, w } from "./words.js";

/** @import * as api from "openapi" */
/** @typedef {import("./types.js").MatchView} MatchView */
/** @typedef {import("./types.js").Somebody} Somebody */

const RETURNED = "stakes.returned";

/** @param {api.Stakes} stakes */
export const agreedStakes = ({ each, split }) =>
  w.stakes.agreed(each, split === "winner_takes_all" ? w.stakes.winner : w.stakes.places(split.join(" · ")));

/**
 * The way to the paper on which players sign the outcome of their stakes.
 * @param {{path: string, look?: string}} props
 */
export const SignStakes = ({ path, look = "way" }) => html`<a
  class=${look}
  href=${onPaper(path)}
  target="_blank"
  rel="noopener"
  data-paper="settlement"
>${w.stakes.sign}</a>`;

/**
 * Gain or loss of each seat of a match, in words; null while it goes on, and without stakes.
 * @param {MatchView} view
 */
export function netsOf(view) {
  const settlement = view.result?.settlement;
  if (!settlement) return null;
  return settlement.rule === RETURNED
    ? w.stakes.returned
    : joinNames(settlement.net.map((net, seat) => `${nameIn(view, seat)} ${withSign(net)}`));
}

/**
 * The stakes of a match until it is played, and their settlement once it is over.
 *
 * @param {{view: MatchView, hasBegun?: boolean}} props `hasBegun`: cards lie on the table, and what was agreed need not be told any
 *   more
 */
export function MatchStakes({ view, hasBegun = view.turn !== null || view.score.hands.length > 0 }) {
  const nets = netsOf(view);
  if (nets !== null)
    return html`<p class="stakes" data-settlement=${view.result?.settlement?.rule}><b>${w.stakes.title}.</b> ${nets}</p>`;
  return view.stakes && !hasBegun
    ? html`<p class="stakes" data-stakes=${view.stakes.each}><b>${w.stakes.title}.</b> ${agreedStakes(view.stakes)}</p>`
    : null;
}

/**
 * The stakes of a contest, and their settlement.
 * @param {{contest: Pick<api.ContestView, "stakes" | "settlement">, person: (one: Somebody) => any, children?: any}} props
 */
export function ContestStakes({ contest: { stakes, settlement }, person, children }) {
  if (!stakes) return null;
  return html`<section class="stakes" data-stakes=${stakes.each} data-settlement=${settlement?.rule}>
    <h3>${w.stakes.title}</h3>
    <p>${agreedStakes(stakes)} ${settlement ? w.stakes.pot(settlement.pot) : w.stakes.open}</p>
    ${settlement?.rule === RETURNED ? html`<p>${w.stakes.returned}</p>` : null}
    ${settlement
      ? html`<div class="scroll" tabindex="0" role="region" aria-label=${w.stakes.title}>
          <table class="standings">
            <thead>
              <tr>
                <th scope="col" class="name">${w.stakes.player}</th>
                <th scope="col">${w.stakes.share}</th>
                <th scope="col">${w.stakes.net}</th>
              </tr>
            </thead>
            <tbody>
              ${settlement.players.map((one) => html`<tr key=${one.player.id} data-player=${one.player.id} data-net=${one.net}>
                <th scope="row" class="name">${person(one.player)}</th>
                <td>${one.share}</td>
                <td class="main">${withSign(one.net)}</td>
              </tr>`)}
            </tbody>
          </table>
        </div>`
      : null}
    <p class="hint">${w.stakes.unpaid}</p>
    ${children}
  </section>`;
}
