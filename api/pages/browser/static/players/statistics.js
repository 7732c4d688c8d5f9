/** Statistics of a person's matches: by game, with each partner and against each opponent, in words and as a bar. */

import { useState } from "preact/hooks";
import { gameOf } from "../games/index.js";
import { displayName } from "../shared/contests/people.js";
import { Older } from "../shared/older.js";
import { TableLink } from "../shared/tablelink.js";
import { html } from "../shared/ui.js";
import { LOCALE } from "../shared/dates.js";
import { withMinus } from "../shared/figures.js";
import { textOf } from "../shared/words.js";
import { isRule } from "./first.js";
import { p } from "./words.js";

/** @import * as openapi from "openapi" */
/** @typedef {import("./first.js").Person} Person */

const FEW = 5;
const HEIGHT = 12;
const MIDDLE = HEIGHT / 2;
const WHOLE = 100;

/**
 * The part of the page with the statistics. Draws nothing before the first match that counts.
 * @param {{now: Person}} props
 */
export function Statistics({ now }) {
  const { player, games, partners, opponents } = now.statistics;
  if (games.length === 0) return null;
  return html`<section class="part" data-part="statistics">
    <h2>${p.statistics.title}</h2>
    <p class="hint">${p.statistics.bar}</p>
    <ul class="rows">
      ${games.map((one) => html`<${Share}
        key=${one.ruleset}
        name=${titleOf(now, one.ruleset)}
        count=${one.won}
        of=${one}
        text=${p.statistics.won(one.won, one.matches)}
        more=${[...points(one), ...deedsOf(one)]}
      />`)}
    </ul>
    <${People}
      name="partners"
      title=${p.statistics.partners}
      people=${partners}
      row=${(/** @type {openapi.PartnerStatistics} */ one) => html`<${Share}
        key=${one.player.id}
        name=${displayName(one.player)}
        path=${pathOf(one.player)}
        count=${one.won}
        of=${one}
        text=${p.statistics.won(one.won, one.matches)}
        more=${points(one)}
      />`}
    />
    <${People}
      name="opponents"
      title=${p.statistics.opponents}
      people=${opponents}
      row=${(/** @type {openapi.OpponentStatistics} */ one) => html`<${Share}
        key=${one.player.id}
        name=${displayName(one.player)}
        path=${againstOf(player, one.player)}
        count=${one.ahead}
        of=${one}
        text=${p.statistics.ahead(one.ahead, one.matches)}
        more=${[...(one.level > 0 ? [p.statistics.level(one.level)] : []), ...points(one)]}
      />`}
    />
    <p class="ways"><${TableLink} path=${`/v1/players/${player.id}/statistics?format=csv`} title=${p.statistics.sheet} /></p>
  </section>`;
}

/**
 * The people with the most matches, and the others once the reader asks for them.
 * @template T
 * @param {{name: string, title: string, people: readonly T[], row: (one: T) => any}} props
 */
function People({ name, title, people, row }) {
  const [all, setAll] = useState(false);
  if (people.length === 0) return null;
  return html`<h3>${title}</h3>
    <ul class="rows" data-list=${name}>${people.slice(0, all ? people.length : FEW).map(row)}</ul>
    <${Older} name=${name} press=${all || people.length <= FEW ? null : () => setAll(true)} />`;
}

/**
 * A share of matches: in words, and as a bar that is as full as the share. The line across it is the range of the share in the
 * long run.
 *
 * @param {{
 *   name: string,
 *   path?: string | null,
 *   count: number,
 *   of: {matches: number, likely: openapi.Likely},
 *   text: string,
 *   more?: readonly string[],
 * }} props
 */
function Share({ name, path = null, count, of, text, more = [] }) {
  const { least, most } = of.likely;
  const share = (WHOLE * count) / of.matches;
  const inside = html`
    <b>${name}</b>
    <small>${[text, p.statistics.likely(least, most), ...more].join(" · ")}</small>
    <span class="side">${p.statistics.of(count, of.matches)}</span>
    <svg class="share" viewBox=${`0 0 ${WHOLE} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <rect class="whole" width=${WHOLE} height=${HEIGHT} />
      <rect class="part-won" width=${share} height=${HEIGHT} />
      <path class="under" d=${whisker(least, most)} />
      <path class="likely" d=${whisker(least, most)} />
    </svg>
  `;
  return html`<li>${path ? html`<a class="row" href=${path}>${inside}</a>` : html`<div class="row">${inside}</div>`}</li>`;
}

/**
 * A line from one share to another, with a stroke at either end.
 * @param {number} least
 * @param {number} most
 */
const whisker = (least, most) => `M${least} 2V${HEIGHT - 2}M${most} 2V${HEIGHT - 2}M${least} ${MIDDLE}H${most}`;

const AVERAGE = { maximumFractionDigits: 1 };

/**
 * A sum shared among a number, with one decimal.
 * @param {number} sum
 * @param {number} number
 */
const average = (sum, number) => withMinus((sum / number).toLocaleString(LOCALE, AVERAGE));

/**
 * Points a hand, for one game and for hands that were recorded.
 * @param {{in_hands: openapi.HandPoints | null}} of
 */
const points = ({ in_hands: inHands }) => (inHands && inHands.hands > 0 ? [p.statistics.hands(average(inHands.points, inHands.hands), inHands.hands)] : []);

/**
 * Deeds of a person in a game, for each match that was recorded at a table.
 * @param {openapi.GameStatistics} game
 */
function deedsOf(game) {
  const tallies = gameOf(game.ruleset)?.tallies ?? {};
  const deeds = Object.entries(game.deeds)
    .filter(([name, n]) => n > 0 && !isRule(name))
    .map(([name, n]) => `${tallies[name] ?? name}: ${p.statistics.each(n, game.recorded, average(n, game.recorded))}`);
  const infractions = Object.entries(game.deeds)
    .filter(([name]) => isRule(name))
    .reduce((sum, [, n]) => sum + n, 0);
  if (infractions > 0) deeds.push(`${p.infractions}: ${p.statistics.each(infractions, game.recorded, average(infractions, game.recorded))}`);
  return deeds;
}

/** @param {openapi.Somebody} player */
const pathOf = (player) => (player.name === null ? null : `/players/${player.id}${location.search}`);

/**
 * The address of the page of the two, head to head.
 * @param {openapi.Somebody} player
 * @param {openapi.Somebody} opponent
 */
const againstOf = (player, opponent) => `/players/${player.id}/against/${opponent.id}${location.search}`;

/**
 * @param {Person} now
 * @param {string} ruleset
 */
function titleOf(now, ruleset) {
  const title = now.titles.get(ruleset);
  return title ? textOf(title) : ruleset;
}
