/** Matches to tap. A long list is folded by rounds: the first is open, the others show their number of matches. */

import { atOnce } from "../../shared/contests/double.js";
import { versus } from "../../shared/contests/people.js";
import { k } from "../../shared/contests/words.js";
import { html, pieces } from "../../shared/ui.js";
import { placeOf } from "../../shared/contests/place.js";

/** @typedef {import("../../shared/types.js").Fixture} Fixture */

/** Number of matches that fit at a glance, on a phone too. */
const FEW = 12;

/**
 * @param {{fixtures: readonly Fixture[], detail: (one: Fixture) => readonly string[], open: (id: string) => void}} props
 *   `detail`: the text about a match below its players
 */
export function FixtureList({ fixtures, detail, open }) {
  const matches = (/** @type {readonly Fixture[]} */ some) => html`<div class="list fixtures">
    ${some.map((one) => html`<button
      type="button"
      key=${one.id}
      data-fixture=${one.id}
      data-kind=${one.kind}
      data-state=${one.state}
      onClick=${() => open(one.id)}
    >
      <b>${versus(one.entrants)}</b>
      <small>${pieces([placeOf(one), one.table ? k.table(one.table) : "", ...detail(one)])}</small>
      ${atOnce(one) ? html`<small class="bad" data-double>${atOnce(one)}</small>` : null}
    </button>`)}
  </div>`;
  const places = [...new Set(fixtures.map(placeOf))];
  if (fixtures.length <= FEW || places.length < 2) return matches(fixtures);
  return places.map((place, n) => {
    const here = fixtures.filter((one) => placeOf(one) === place);
    return html`<details class="folded" key=${place} open=${n === 0}>
      <summary>${place} <small>${here.length}</small></summary>
      ${matches(here)}
    </details>`;
  });
}
