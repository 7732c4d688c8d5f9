/** The effect of a decision on the score of its table: the lines of the score that differ now, and the result. */

import { nameIn, sideIn, sidesOf } from "../shared/match.js";
import { netsOf } from "../shared/stakes.js";
import { html } from "../shared/ui.js";
import { joinNames, w } from "../shared/words.js";
import { gameOf } from "./index.js";

/** @typedef {import("../shared/types.js").MatchView} MatchView */

/**
 * The outcome of a match in words, or a text that it goes on.
 * @param {MatchView} view
 */
export function outcome(view) {
  if (!view.result) return w.change.goesOn;
  const { winner_sides: sides } = view.result;
  const names = sidesOf(view)
    .filter((one) => sides.includes(one))
    .map((one) => sideIn(view, one));
  if (names.length === 0) return w.change.tie;
  const people = view.seats.filter(({ side }) => sides.includes(side)).length;
  return (people > 1 ? w.change.win : w.change.wins)(joinNames(names));
}

/**
 * @param {MatchView} view
 * @returns {[string, string][]} each line of the score, the result, and its effect on the stakes if there are any
 */
export function linesOf(view) {
  const score = (gameOf(view.ruleset)?.score(view) ?? []).map(
    (row) => /** @type {[string, string]} */ ([row.label, row.values.join(" – ")]),
  );
  const nets = netsOf(view);
  return [
    ...score,
    [w.change.result, outcome(view)],
    ...(nets === null ? [] : [/** @type {[string, string]} */ ([w.stakes.title, nets])]),
  ];
}

/**
 * The score before and after; one sentence if it stayed.
 * @param {{before: MatchView, after: MatchView, title?: string}} props
 */
export function ScoreChange({ before, after, title = w.change.title }) {
  const was = new Map(linesOf(before));
  const changes = linesOf(after).filter(([label, values]) => was.get(label) !== values);
  const cards = after.sanctions.filter((one) => !before.sanctions.some(({ version }) => version === one.version));
  const sanctions =
    cards.length > 0
      ? [
          w.change.cards(
            joinNames(
              cards.map(
                (one) =>
                  `${nameIn(after, one.seat)} (${(one.card === "black" ? w.sanction.black : w.sanction.yellow).toLowerCase()})`,
              ),
            ),
          ),
        ]
      : [];
  return html`<div class="score-change" data-score-change=${changes.length}>
    <h3>${title}</h3>
    ${changes.length === 0
      ? html`<p>${[w.change.same, ...sanctions].join(" ")}</p>`
      : html`
          <p class="hint">${sidesOf(after).map((side) => sideIn(after, side)).join(" – ")}</p>
          <ul>
            ${changes.map(
              ([label, values]) => html`<li key=${label}><b>${label}</b> <s>${was.get(label) ?? "–"}</s> → <b>${values}</b></li>`,
            )}
          </ul>
        `}
  </div>`;
}
