/** The tables of a round: the entrants at each, and their results. */

import { boardPointsSoFar, seatLines } from "../shared/contests/boards.js";
import { displayName, headlineOf } from "../shared/contests/people.js";
import { k } from "../shared/contests/words.js";
import { when } from "../shared/dates.js";
import { html, pieces } from "../shared/ui.js";
import { b } from "./words.js";

/** @typedef {import("../shared/types.js").Fixture} Fixture */

/** @param {{slide: Extract<import("./slides.js").Slide, {kind: "round"}>}} props */
export function Round({ slide }) {
  return html`
    <table class="seating">
      <tbody>
        ${slide.fixtures.map((fixture) => html`
          <tr key=${fixture.id} data-fixture=${fixture.id} class=${fixture.state}>
            <th scope="row">${k.table(fixture.table ?? fixture.order)}</th>
            ${fixture.entrants.map((one) => html`<td key=${one.id}>${displayName(one)}</td>`)}
            <td class="result">${slide.noResults ? "" : endOf(fixture)}</td>
          </tr>
          ${seatLines(fixture).length > 0
            ? html`<tr key=${`${fixture.id} seats`} class="seats"><td></td><td colspan="3">${pieces(seatLines(fixture))}</td></tr>`
            : null}
        `)}
      </tbody>
    </table>
    ${slide.rests.map((one) => html`<p key=${one.id} class="rests">${b.rests(displayName(one))}</p>`)}
  `;
}

/**
 * The result, or that it is in play, or when it begins.
 * @param {Fixture} fixture
 */
function endOf({ result, state, starts_at, boards }) {
  const points = headlineOf(result);
  if (points) return pieces(points, " – ");
  const soFar = boardPointsSoFar({ boards });
  if (soFar) return html`${pieces(soFar, " – ")} <small>${k.states[state]}</small>`;
  if (state !== "pending") return html`<small>${k.states[state]}</small>`;
  return starts_at ? html`<small>${b.at(when(starts_at))}</small>` : "";
}
