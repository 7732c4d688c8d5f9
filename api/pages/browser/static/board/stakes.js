/** Stakes on the board: the pot, and its shares in the end. */

import { displayName } from "../shared/contests/people.js";
import { withSign } from "../shared/figures.js";
import { agreedStakes, netsOf } from "../shared/stakes.js";
import { html } from "../shared/ui.js";
import { w } from "../shared/words.js";

/** @import * as openapi from "openapi" */
/** @typedef {import("../shared/types.js").Contest} Contest */
/** @typedef {import("../shared/types.js").MatchView} MatchView */

const RETURNED = "stakes.returned";

/**
 * The agreement of a contest, and the players with a share of the pot.
 * @param {{contest: Contest, isSettled: boolean}} props
 */
export function Settlement({ contest: { stakes, settlement }, isSettled }) {
  if (!stakes) return null;
  const takes = settlement && isSettled && settlement.rule !== RETURNED ? settlement.players.filter((one) => one.share > 0) : [];
  return html`
    <p class="agreed">${agreedStakes(stakes)}</p>
    ${isSettled && settlement
      ? html`<p class="agreed">${settlement.rule === RETURNED ? w.stakes.returned : w.stakes.pot(settlement.pot)}</p>`
      : null}
    ${takes.length > 0 ? html`<${Nets} rows=${[...takes].sort((one, other) => other.share - one.share)} share=${true} />` : null}
  `;
}

/**
 * The share and the balance of each player.
 * @param {{rows: readonly Pick<openapi.BalanceRow, "player" | "share" | "net">[], share?: boolean}} props
 */
export const Nets = ({ rows, share = false }) => html`<table class="standings">
  <thead>
    <tr>
      <th scope="col" class="name">${w.stakes.player}</th>
      ${share ? html`<th scope="col">${w.stakes.share}</th>` : null}
      <th scope="col">${w.stakes.net}</th>
    </tr>
  </thead>
  <tbody>
    ${rows.map((one) => html`<tr key=${one.player.id} data-net=${one.net}>
      <th scope="row" class="name">${displayName(one.player)}</th>
      ${share ? html`<td>${one.share}</td>` : null}
      <td class="main">${withSign(one.net)}</td>
    </tr>`)}
  </tbody>
</table>`;

/**
 * The stakes of a match and their settlement; empty without stakes.
 * @param {{view: MatchView, noResults: boolean}} props
 */
export function AtStake({ view, noResults }) {
  if (!view.stakes) return null;
  const nets = noResults ? null : netsOf(view);
  return html`<p class="lines" data-stakes=${view.stakes.each}>
    <b>${w.stakes.title}.</b> ${nets ?? agreedStakes(view.stakes)}
  </p>`;
}
