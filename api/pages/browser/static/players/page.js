/** A person's record: what they played and won, titles, sanctions, the last matches. */

import { signal } from "@preact/signals";
import { gameOf } from "../games/index.js";
import { k } from "../shared/contests/words.js";
import { dayOf } from "../shared/dates.js";
import { SignCard } from "../shared/incidents.js";
import { later } from "../shared/later.js";
import { stepOf } from "../shared/ladder.js";
import { ListSizes } from "../shared/lists.js";
import { stepAddress } from "../shared/match.js";
import { mount } from "../shared/mount.js";
import { TableLink } from "../shared/tablelink.js";
import { Part } from "../shared/part.js";
import { printPage } from "../shared/printing.js";
import { tokenFor } from "../shared/token.js";
import { html } from "../shared/ui.js";
import { watch } from "../shared/watching.js";
import { joinNames, langOf, language, textOf } from "../shared/words.js";
import { chart, isRule, read, sizes } from "./first.js";
import { Ratings } from "./ratings.js";
import { Statistics } from "./statistics.js";
import { p } from "./words.js";

/** @import * as openapi from "openapi" */
/** @typedef {import("../shared/types.js").Championship} Championship */
/** @typedef {import("../shared/types.js").Text} Text */
/**
 * @template T
 * @typedef {import("../shared/lists.js").Part<T>} Part
 */
/** @typedef {import("./first.js").Person} Person */

const MEDALS = /** @type {const} */ ([
  ["golds", "gold"],
  ["silvers", "silver"],
  ["bronzes", "bronze"],
]);
const lists = new ListSizes(sizes, () => void look());
const content = signal(/** @type {Person | null} */ (null));
const online = signal(true);
/** The key of this person, if it came with the address or was kept here; it speaks for their team. */
const token = tokenFor(location.pathname.split("/")[2]);
const LINEUPS = later(() => import("./lineups.js").then(({ OwnLineups }) => OwnLineups), { opening: k.opening, unreachable: k.noAnswer });
const isGone = signal(false);

async function show() {
  content.value = await read();
  document.title = content.value.name ?? k.erased;
  const waits = content.value.ratings.waits?.waits;
  if (waits) setTimeout(() => void look(), waits * 1000);
}

/**
 * Reads the next items of a list, if there are more.
 * @param {"titles" | "series" | "matches" | "sanctions"} name
 * @param {Part<any>} part
 */
const older = (name, part) => (part.more ? () => lists.older(name) : null);

/**
 * Draws another game's rating.
 * @param {string} ruleset
 */
function draw(ruleset) {
  chart.ruleset = ruleset;
  void look();
}

/** @param {string} path */
const here = (path) => path + location.search;

function App() {
  const now = content.value;
  if (isGone.value) return html`<p class="closed" role="alert">${k.notFound}</p>`;
  if (!now) return html`<p class="closed" role="status">${online.value ? k.opening : k.noAnswer}</p>`;
  return html`
    <header class="top">
      <h1>${now.name ?? k.erased}</h1>
      <nav>
        <a class="way" href=${here("/")}>${k.home}</a>
        <button type="button" class="quiet" onClick=${() => printPage()}>${k.print}</button>
      </nav>
    </header>
    ${now.name === null ? html`<p class="bad">${p.erased}</p>` : null}
    ${online.value ? null : html`<p class="trouble" role="status">${k.noAnswer}</p>`}
    ${token ? html`<${LINEUPS.component} token=${token} now=${now} />` : null}
    <section class="part" data-part="record">
      <h2>${p.record}</h2>
      ${now.record.games.length === 0
        ? html`<p class="hint">${p.none}</p>`
        : html`
            <p class="hint">${p.recordMeans}</p>
            <${Games} now=${now} />
            <p class="ways"><${TableLink} path=${`/v1/players/${now.record.player}/record?format=csv`} title=${p.record} /></p>
          `}
    </section>
    <${Statistics} now=${now} />
    <${Ratings} now=${now} draw=${draw} limit=${sizes.ratings} older=${() => lists.older("ratings")} />
    <${Titles} now=${now} />
    <${Part} name="series" title=${k.series} items=${now.series.items} row=${series} older=${older("series", now.series)} />
    <${Part} name="sanctions" title=${k.sanctions} items=${now.cards.items} row=${cardRow} older=${older("sanctions", now.cards)}>
      <p class="ways"><${TableLink} path=${`/v1/sanctions?player=${now.record.player}&format=csv`} title=${k.cards} /></p>
    <//>
    <${Matches} now=${now} />
  `;
}

/** @param {{now: Person}} props */
function Games({ now }) {
  return html`
    <div class="scroll" tabindex="0" role="region" aria-label=${p.record}>
      <table class="standings">
        <thead>
          <tr><th scope="col" class="name">${p.game}</th><th scope="col">${p.played}</th><th scope="col">${p.won}</th></tr>
        </thead>
        <tbody>
          ${now.record.games.map((game) => {
            const tallies = gameOf(game.ruleset)?.tallies ?? {};
            const deeds = Object.entries(game.deeds)
              .filter(([name, n]) => n > 0 && !isRule(name))
              .map(([name, n]) => `${tallies[name] ?? name}: ${n}`);
            if (game.unfinished > 0) deeds.push(`${p.unfinished}: ${game.unfinished}`);
            return html`<tr key=${game.ruleset} data-ruleset=${game.ruleset}>
              <th scope="row" class="name">${titleOf(now, game.ruleset)}<small>${deeds.join(" · ")}</small></th>
              <td>${game.played}</td>
              <td class="main">${game.won}</td>
            </tr>`;
          })}
        </tbody>
      </table>
    </div>
    <${Infractions} now=${now} />
  `;
}

/** @param {{now: Person}} props */
function Infractions({ now }) {
  const infractions = now.record.games.flatMap((game) => Object.entries(game.deeds).filter(([name, n]) => n > 0 && isRule(name)));
  if (infractions.length === 0) return null;
  return html`
    <h3>${p.infractions}</h3>
    <ul class="rows">
      ${infractions.map(([code, n]) => {
        const rule = now.rules.get(code);
        return html`<li key=${code} class="row">
          <span lang=${rule ? langOf(rule) : undefined}>${rule ? textOf(rule) : code}</span>
          <span class="side">${p.times(n)}</span>
        </li>`;
      })}
    </ul>
  `;
}

/** @param {{now: Person}} props */
function Titles({ now }) {
  const row = (/** @type {Championship} */ one) => {
    const own = one.general.find((each) => each.player.id === now.record.player);
    const medals = own ? MEDALS.filter(([name]) => own[name] > 0).map(([name, kind]) => html`<span key=${name} class="won">
      <span class=${`medal ${kind}`} role="img" aria-label=${k[name]}></span> ${own[name]} </span>`) : null;
    return html`<li key=${one.id}>
      <a class="row" href=${here(`/championships/${one.id}`)}>
        <b>${one.name}</b>
        <small>${own ? p.points(own.place, own.points) : ""}</small>
        <span class="side">${medals}</span>
      </a>
      ${now.name === null
        ? null
        : html`<p class="ways">
            <a class="way" href=${`/v1/championships/${one.id}/calendar.ics?lang=${language}&player=${now.record.player}`}>
              ${p.calendar(one.name)}
            </a>
          </p>`}
    </li>`;
  };
  return html`<${Part}
    name="titles"
    title=${k.championships}
    items=${now.championships.items}
    row=${row}
    older=${older("titles", now.championships)}
  />`;
}

/** @param {openapi.SeriesSummary} one */
const series = (one) => html`<li key=${one.id}>
  <a class="row" href=${here(`/series/${one.id}`)} data-series=${one.id}><b>${one.name}</b></a>
</li>`;

/** @param {openapi.GivenCard} card */
const cardRow = (card) => {
  const inside = html`
    <b><span class=${`cards-given ${card.card}`}></span> ${card.card === "black" ? p.black : p.yellow}</b>
    <small>
      ${[stepOf(card), card.reason, card.edition === null ? "" : k.edition(card.edition), dayOf(new Date(card.recorded_at))]
        .filter(Boolean)
        .join(" · ")}
    </small>
  `;
  return html`<li key=${`${card.stream} ${card.version}`}>
    ${card.match && card.version !== null
      ? html`<a class="row" href=${stepAddress(card.match, card.version)}>${inside}</a>`
      : html`<div class="row">${inside}</div>`}
    <p class="ways"><${SignCard} card=${card} /></p>
  </li>`;
};

/** @param {{now: Person}} props */
function Matches({ now }) {
  const row = (/** @type {openapi.MatchSummary} */ one) => html`<li key=${one.id}>
    <a class="row" href=${here(`/${one.status === "open" && one.counts ? "table" : "replay"}/${one.id}`)}>
      <b>${joinNames(one.players.map((player) => player.name ?? k.erased))}</b>
      <small>${[titleOf(now, one.ruleset), dayOf(new Date(one.opened_at))].join(" · ")}</small>
      <span class="side">
        <span class=${`state ${one.counts ? one.status : "void"}`}>${one.counts ? p.status[one.status] : p.status.void}</span>
      </span>
    </a>
  </li>`;
  return html`<${Part}
    name="matches"
    title=${p.matches}
    items=${now.matches.items}
    row=${row}
    older=${older("matches", now.matches)}
  />`;
}

/**
 * @param {Person} now
 * @param {string} ruleset
 */
const titleOf = (now, ruleset) => {
  const title = now.titles.get(ruleset);
  return title ? textOf(title) : ruleset;
};

mount(App, () => online.value && !content.value && !isGone.value);
const look = watch(show, { connection: (there) => (online.value = there), onRefusal: () => (isGone.value = true) });
