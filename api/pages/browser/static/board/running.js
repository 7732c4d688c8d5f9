/** A table in play: its players, the score, the turn, and the cards on it. */

import { headline } from "../games/headline.js";
import { gameOf } from "../games/index.js";
import { nameIn, seatOf, sideIn, sidesOf } from "../shared/match.js";
import { html, pieces } from "../shared/ui.js";
import { w } from "../shared/words.js";
import { BoardClock } from "./clock.js";
import { Tabletop } from "./felt.js";
import { AtStake } from "./stakes.js";
import { b } from "./words.js";

/** @typedef {import("../shared/types.js").MatchView} MatchView */

/** @param {{hall: import("./store.js").Hall}} props */
export function Running({ hall }) {
  const state = hall.match.value;
  if (!state) return html`<p class="lines" role="status">${w.loading}</p>`;
  const { view, score } = state;
  const game = gameOf(view.ruleset);
  const pending = view.claims.filter((claim) => claim.status === "pending");
  const name = (/** @type {number} */ seat) => nameIn(view, seat);
  const hand = game?.hands && view.hand > 0 && view.phase !== "deal" ? `${w.hand} ${view.hand}` : "";
  const turn = pending.length === 0 ? view.turn : null;
  return html`<div
    class="running"
    data-match=${view.id}
    data-version=${view.version}
    data-frozen=${pending.length > 0 ? score.version : null}
  >
    <${Sides} view=${view} score=${score} turn=${turn} noResults=${hall.ask.noResults} />
    ${pending.length > 0
      ? html`<section class="frozen" role="status">
          <h3>${b.frozen}</h3>
          ${pending.map((claim) => html`<p key=${claim.claim}>
            ${w.claim.says(name(claim.by), w.claim.kinds[claim.kind] ?? claim.kind, name(claim.against))}
          </p>`)}
          ${hall.ask.noResults ? null : html`<p>${b.frozenScore}</p>`}
        </section>`
      : html`<div class="now">
          <h3 class="headline">${hall.ask.noResults && view.result ? w.status[view.status] : headline(view)}</h3>
          <${BoardClock} view=${view} time=${hall.api.time} />
          <p class="lines">${pieces(view.status === "open" ? [hand, ...(game?.lines(view, name) ?? [])] : [])}</p>
          <${AtStake} view=${view} noResults=${hall.ask.noResults} />
          ${game && view.status === "open" ? html`<${Tabletop} view=${view} game=${game} />` : null}
        </div>`}
  </div>`;
}

/** @param {{view: MatchView, score: MatchView, turn: number | null, noResults: boolean}} props */
function Sides({ view, score, turn, noResults }) {
  const rows = noResults ? [] : (gameOf(view.ruleset)?.score(score) ?? []);
  const main = rows.filter((row) => row.main);
  const others = rows.filter((row) => !row.main);
  const value = (/** @type {import("../games/index.js").ScoreRow} */ row, /** @type {number} */ side) =>
    row.values[row.per === "seat" ? seatOf(view, side) : side];
  return html`<table class="sides">
    <thead class="unseen"><tr><th></th>${main.map((row) => html`<th key=${row.label}>${row.label}</th>`)}</tr></thead>
    <tbody>
      ${sidesOf(view).map((side) => {
        const plays = turn !== null && view.seats[turn].side === side;
        return html`<tr key=${side} class=${plays ? "turn" : ""}>
          <th scope="row">
            ${sideIn(view, side)}
            <small>${pieces(others.map((row) => `${row.label}: ${value(row, side)}`))}</small>
          </th>
          ${main.map((row) => html`<td key=${row.label}><${Figure} text=${String(value(row, side))} /></td>`)}
        </tr>`;
      })}
    </tbody>
  </table>`;
}

/**
 * The number large, and what it counts beside it.
 * @param {{text: string}} props
 */
function Figure({ text }) {
  const [number, ...unit] = text.split(" ");
  return html`${number}${unit.length > 0 ? html` <small>${unit.join(" ")}</small>` : null}`;
}
