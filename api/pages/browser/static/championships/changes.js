/** Corrections with their reasons, and the cards that were given. */

import { displayName, headlineOf, versus } from "../shared/contests/people.js";
import { k } from "../shared/contests/words.js";
import { dayAndHour } from "../shared/dates.js";
import { SignCard } from "../shared/incidents.js";
import { stepOf } from "../shared/ladder.js";
import { stepAddress } from "../shared/match.js";
import { TableLink } from "../shared/tablelink.js";
import { Part } from "../shared/part.js";
import { withSign } from "../shared/figures.js";
import { html, pieces } from "../shared/ui.js";
import { joinNames } from "../shared/words.js";
import { c } from "./words.js";

/** @import * as openapi from "openapi" */

/**
 * @param {{items: readonly openapi.Correction[], tallies: Record<string, string>}} props `tallies`: the tallies of the game in
 *   contests, by name
 */
export function Corrections({ items, tallies }) {
  if (items.length === 0) return null;
  return html`
    <h3>${c.corrections}</h3>
    <ul class="rows">
      ${items.map((one) => html`<li key=${one.version} class="row" data-correction=${one.version}>
        <b>${k.decisions[one.type] ?? one.type}${points(one)}</b>
        <small>
          ${pieces([
            versus(one.concerns),
            dayAndHour(new Date(one.recorded_at)),
            one.reason ? k.reason(one.reason) : "",
            tallyChanges(one, tallies),
            ...moves(one),
            ...nets(one),
          ])}
        </small>
      </li>`)}
    </ul>
  `;
}

/** The points before and after, if they differ. @param {openapi.Correction} one */
function points({ result_before, result_after }) {
  const [before, after] = [result_before, result_after].map((one) => headlineOf(one)?.join(" – ") ?? "");
  return before && after && before !== after ? html`: ${pieces([before, after], " → ")}` : "";
}

/**
 * The changes of a result that keeps its points, in words.
 * @param {openapi.Correction} one
 * @param {Record<string, string>} tallies
 */
function tallyChanges({ result_before, result_after }, tallies) {
  const [before, after] = /** @type {Record<string, any>[]} */ ([result_before ?? {}, result_after ?? {}]);
  const same = (/** @type {string} */ name) => JSON.stringify(before[name] ?? null) === JSON.stringify(after[name] ?? null);
  if (!before.points || !same("points")) return "";
  const titles = Object.entries({ ...tallies, ...c.parts });
  return c.unscored(joinNames(titles.filter(([name]) => !same(name)).map(([, title]) => title.toLowerCase())));
}

/** @param {openapi.Correction} one */
const moves = (one) =>
  one.rows
    .filter((row) => row.before && row.after && row.before.place !== row.after.place)
    .map((row) => c.moved(displayName(row.player), row.before?.place ?? 0, row.after?.place ?? 0));

/** The new gains and losses, once the stakes were settled. @param {openapi.Correction} one */
function nets({ settlement_before: before, settlement_after: after }) {
  const was = new Map((before?.players ?? []).map(({ player, net }) => [player.id, net]));
  return (after?.players ?? [])
    .filter(({ player, net }) => was.get(player.id) !== net)
    .map(({ player, net }) => c.settles(displayName(player), withSign(net)));
}

/** @param {{now: import("./page.js").Everything, older: (() => void) | null}} props */
export function Sanctions({ now, older }) {
  const people = new Map(now.championship.players.map((one) => [one.id, displayName(one)]));
  const fixtures = new Map(
    now.contests.flatMap((contest) =>
      contest.fixtures.flatMap((one) => [
        [one.id, one],
        [one.match ?? "", one],
      ]),
    ),
  );
  const row = (/** @type {openapi.GivenCard} */ card) => {
    const fixture = /** @type {import("../shared/types.js").Fixture | undefined} */ (
      fixtures.get(card.fixture ?? card.match ?? "-")
    );
    const price = cost(now, card);
    const inside = html`
      <b>
        <span class=${`cards-given ${card.card}`}></span> ${card.card === "black" ? c.black : c.yellow}
        : ${people.get(card.player) ?? displayName({ id: card.player, name: null })}
      </b>
      <small>
        ${pieces([
          stepOf(card),
          card.reason ? k.reason(card.reason) : "",
          fixture ? versus(fixture.entrants) : "",
          dayAndHour(new Date(card.recorded_at)),
        ])}
      </small>
      ${price === 0 ? null : html`<span class="side">${c.cost(price)}</span>`}
    `;
    // The step at which it was given says what it did to the score.
    const step = card.match && card.version !== null ? stepAddress(card.match, card.version) : null;
    return html`<li key=${`${card.stream} ${card.version} ${card.player}`}>
      ${step ? html`<a class="row" href=${step}>${inside}</a>` : html`<div class="row">${inside}</div>`}
      <p class="ways"><${SignCard} card=${card} /></p>
    </li>`;
  };
  return html`<${Part} name="sanctions" title=${k.sanctions} items=${now.cards.items} row=${row} older=${older}>
    <p class="ways">
      <${TableLink} path=${`/v1/sanctions?championship=${now.championship.id}&format=csv`} title=${k.cards} />
    </p>
  <//>`;
}

/**
 * The price of a card for its player in the general table.
 * @param {import("./page.js").Everything} now
 * @param {openapi.GivenCard} card
 */
function cost({ championship }, card) {
  const causes = championship.general.find((row) => row.player.id === card.player)?.from ?? [];
  const own = causes.filter(
    (one) =>
      one.kind === "card" &&
      one.card === card.card &&
      (card.match ? one.match === card.match : one.fixture === card.fixture && card.fixture !== null),
  );
  return own[0]?.points ?? 0;
}
