/**
 * The balance of the stakes of a championship or a series: gains and losses of each player, and the transfers that settle them.
 */

import { withSign } from "../figures.js";
import { TableLink } from "../tablelink.js";
import { html } from "../ui.js";
import { w } from "../words.js";
import { displayName } from "./people.js";
import { k } from "./words.js";

/** @import * as api from "openapi" */
/** @typedef {import("../types.js").Somebody} Somebody */

/**
 * The balance of each player, and the transfers that settle it. Draws nothing if nothing is staked.
 * @param {{balance: api.Balance, path: string, person: (one: Somebody) => any}} props `path`: of the balance
 */
export function StakesBalance({ balance: { players, transfers, settled, open }, path, person }) {
  if (players.length === 0) return null;
  return html`<section class="part long" data-part="balance">
    <h2>${k.balance.title}</h2>
    ${open > 0 ? html`<p data-unsettled=${open}>${k.balance.unsettled(open)}</p>` : null}
    ${settled > 0
      ? html`
          <div class="scroll" tabindex="0" role="region" aria-label=${k.balance.title}>
            <table class="standings">
              <thead>
                <tr>
                  <th scope="col" class="name">${w.stakes.player}</th>
                  <th scope="col">${k.balance.stake}</th>
                  <th scope="col">${w.stakes.share}</th>
                  <th scope="col">${w.stakes.net}</th>
                </tr>
              </thead>
              <tbody>
                ${players.map((one) => html`<tr key=${one.player.id} data-player=${one.player.id} data-net=${one.net}>
                  <th scope="row" class="name">${person(one.player)}</th>
                  <td>${one.stake}</td>
                  <td>${one.share}</td>
                  <td class="main">${withSign(one.net)}</td>
                </tr>`)}
              </tbody>
            </table>
          </div>
          <h3>${k.balance.even}</h3>
          ${transfers.length === 0
            ? html`<p>${k.balance.allEven}</p>`
            : html`<ul data-transfers>
                ${transfers.map((one) => html`<li key=${`${one.debtor.id} ${one.creditor.id}`}>
                  ${k.balance.gives(displayName(one.debtor), one.points, displayName(one.creditor))}
                </li>`)}
              </ul>`}
        `
      : null}
    <p class="hint">${w.stakes.unpaid}</p>
    <p class="ways"><${TableLink} path=${`${path}?format=csv`} title=${k.balance.title} /></p>
  </section>`;
}
