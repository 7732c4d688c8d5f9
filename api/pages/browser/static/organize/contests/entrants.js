/** The entrants of a contest: people, or pairs. */

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
