/** A person's ratings: the present one of each game, its course, and the matches that moved it. */

import { displayName } from "../shared/contests/people.js";
import { k } from "../shared/contests/words.js";
import { dayOf } from "../shared/dates.js";
import { withSign } from "../shared/figures.js";
import { Older } from "../shared/older.js";
import { TableLink } from "../shared/tablelink.js";
import { html } from "../shared/ui.js";
import { joinNames, textOf } from "../shared/words.js";
import { Chart } from "./chart.js";
import { chart } from "./first.js";
import { p } from "./words.js";

/** @import * as openapi from "openapi" */
/** @typedef {import("./first.js").Person} Person */

/**
 * The part of the page with the ratings. Draws nothing before the first match that counts.
 * @param {{now: Person, draw: (ruleset: string) => void, limit: number, older: () => void}} props `draw`: shows another game
 */
export function Ratings({ now, draw, limit, older }) {
  const { now: ratings, changes, waits } = now.ratings;
  const { items, more } = changes;
  if (waits)
    return html`<section class="part" data-part="ratings">
      <h2>${p.rating.title}</h2>
      <p class="hint" role="status">${waits.message}</p>
    </section>`;
  if (ratings.length === 0) return null;
  const path = `/v1/players/${now.record.player}/ratings?format=csv${chart.ruleset && `&ruleset=${chart.ruleset}`}`;
  return html`<section class="part" data-part="ratings">
    <h2>${p.rating.title}</h2>
    <ul class="rows">${ratings.map((one) => html`<${Rating} key=${one.ruleset ?? ""} now=${now} one=${one} />`)}</ul>
    ${ratings.length > 2 || chart.ruleset
      ? html`<label class="of">
          ${p.rating.of}
          <select data-input="of" value=${chart.ruleset} onChange=${(/** @type {any} */ input) => draw(input.target.value)}>
            ${ratings.map((one) => html`<option key=${one.ruleset ?? ""} value=${one.ruleset ?? ""}>
              ${gameOf(now, one.ruleset)}
            </option>`)}
          </select>
        </label>`
      : null}
    <${Chart} changes=${items} game=${gameOf(now, chart.ruleset || null)} />
    <ul class="rows">
      ${items
        .slice(0, limit)
        .map((one) => html`<${Change} key=${one.ended_at + (one.fixture ?? one.match)} now=${now} one=${one} />`)}
    </ul>
    <${Older} name="ratings" press=${more || items.length > limit ? older : null} />
    <p class="ways">
      <a class="way" href=${`/ratings${location.search}`}>${p.rating.table}</a>
      <${TableLink} path=${path} title=${p.rating.sheet} />
    </p>
  </section>`;
}

/** @param {{now: Person, one: openapi.PoolRating}} props */
function Rating({ now, one }) {
  const level = p.rating.known.find(({ from }) => one.uncertainty >= from);
  const likely = p.rating.likely(one.rating - 2 * one.uncertainty, one.rating + 2 * one.uncertainty);
  return html`<li class="row" data-rating=${one.ruleset ?? ""}>
    <b>${gameOf(now, one.ruleset)}</b>
    <small>${[p.rating.matches(one.matches), level?.text, likely].join(" · ")}</small>
    <span class="side">${one.rating} <small>± ${one.uncertainty}</small></span>
  </li>`;
}

/** @param {{now: Person, one: openapi.RatingChange}} props */
function Change({ now, one }) {
  const others = one.players.filter(({ player }) => player.id !== now.record.player).map(({ player }) => displayName(player));
  const inside = html`
    <b>${joinNames(others)}</b>
    <small>
      ${[
        gameOf(now, one.ruleset),
        dayOf(new Date(one.ended_at)),
        p.rating.place(one.place, one.sides),
        p.rating.why(one.scored, one.expected),
        p.rating.after(one.rating, one.uncertainty),
      ].join(" · ")}
    </small>
    <span class="side">${one.change === 0 ? "=" : withSign(one.change)}</span>
  `;
  const path = one.match ? `/replay/${one.match}` : one.championship ? `/championships/${one.championship}` : null;
  return html`<li data-change=${one.fixture ?? one.match}>
    ${path ? html`<a class="row" href=${path + location.search}>${inside}</a>` : html`<div class="row">${inside}</div>`}
  </li>`;
}

/**
 * @param {Person} now
 * @param {string | null} ruleset null: all of them
 */
function gameOf(now, ruleset) {
  if (ruleset === null) return k.allGames;
  const title = now.titles.get(ruleset);
  return title ? textOf(title) : ruleset;
}
