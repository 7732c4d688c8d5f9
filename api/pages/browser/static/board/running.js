/** A table in play: its players, the score, the turn, and the cards on it. */

import { html, pieces } from "../shared/ui.js";
import { w } from "../shared/words.js";
import { BoardClock } from "./clock.js";
import { Tabletop } from "./felt.js";
import { sightOf } from "./sight.js";
import { AtStake } from "./stakes.js";
import { b } from "./words.js";

/** @param {{hall: import("./store.js").Hall}} props */
export function Running({ hall }) {
  const state = hall.match.value;
  if (!state) return html`<p class="lines" role="status">${w.loading}</p>`;
  const { view } = state;
  const { noResults } = hall.ask;
  const sight = sightOf(state, noResults);
  return html`<div class="running" data-match=${view.id} data-version=${view.version} data-frozen=${sight.frozenAt}>
    <${Sides} labels=${sight.labels} sides=${sight.sides} />
    ${sight.frozenAt !== null
      ? html`<section class="frozen" role="status">
          <h3>${b.frozen}</h3>
          ${sight.claims.map((text) => html`<p key=${text}>${text}</p>`)}
          ${noResults ? null : html`<p>${b.frozenScore}</p>`}
        </section>`
      : html`<div class="now">
          <h3 class="headline">${sight.headline}</h3>
          <${BoardClock} view=${view} time=${hall.api.time} />
          <p class="lines">${pieces(sight.lines)}</p>
          <${AtStake} view=${view} noResults=${noResults} />
          ${sight.game ? html`<${Tabletop} view=${view} game=${sight.game} />` : null}
        </div>`}
  </div>`;
}

/** @param {{labels: readonly string[], sides: readonly import("./sight.js").SideInSight[]}} props */
const Sides = ({ labels, sides }) => html`<table class="sides">
  <thead class="unseen"><tr><th></th>${labels.map((label) => html`<th key=${label}>${label}</th>`)}</tr></thead>
  <tbody>
    ${sides.map(({ side, name, plays, main, others }) => html`<tr key=${side} class=${plays ? "turn" : ""}>
      <th scope="row">
        ${name}
        <small>${pieces(others.map(({ label, text }) => `${label}: ${text}`))}</small>
      </th>
      ${main.map(({ label, text }) => html`<td key=${label}><${Amount} text=${text} /></td>`)}
    </tr>`)}
  </tbody>
</table>`;

/**
 * The number large, and what it counts beside it.
 * @param {{text: string}} props
 */
export function Amount({ text }) {
  const [number, ...unit] = text.split(" ");
  return html`${number}${unit.length > 0 ? html` <small>${unit.join(" ")}</small>` : null}`;
}
