/** A card as the replay shows it. */

import { Face } from "../shared/cards.js";
import { html } from "../shared/ui.js";
import { w } from "../shared/words.js";

/** @typedef {import("./store.js").Replay} Replay */

/**
 * A card that is only looked at.
 * @param {{replay: Replay, card: string, class?: string, children?: any}} props
 */
export function Card({ replay, card, class: more = "", children }) {
  return html`<span
    class=${`card still ${more}`}
    role="img"
    aria-label=${w.card(card, replay.game?.deck ?? "french")}
    data-card=${card}
  >
    <${Face} card=${card} />
    ${children}
  </span>`;
}
