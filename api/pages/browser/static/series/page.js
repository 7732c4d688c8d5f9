/** The page of a series: its palmarés, the titles of its players, the table of all editions, and its records. */

import { signal } from "@preact/signals";
import { gameOf } from "../games/index.js";
import { StakesBalance } from "../shared/contests/balance.js";
import { k } from "../shared/contests/words.js";
import { dayOf } from "../shared/dates.js";
import { SignCard } from "../shared/incidents.js";
import { stepOf } from "../shared/ladder.js";
import { ListSizes } from "../shared/lists.js";
import { stepAddress } from "../shared/match.js";
import { mount } from "../shared/mount.js";
import { Older } from "../shared/older.js";
import { TableLink } from "../shared/tablelink.js";
import { Part } from "../shared/part.js";
import { printPage } from "../shared/printing.js";
import { html } from "../shared/ui.js";
import { watch } from "../shared/watching.js";
import { joinNames, language, textOf } from "../shared/words.js";
import { id, read, sizes } from "./first.js";
import { s } from "./words.js";

/** @import * as openapi from "openapi" */
/** @typedef {import("../shared/types.js").Somebody} Somebody */
/** @typedef {import("./first.js").Everything} Everything */

const MEDALS = /** @type {const} */ ([
  ["golds", "gold"],
  ["silvers", "silver"],
  ["bronzes", "bronze"],
]);
const lists = new ListSizes(sizes, () => void look());
const content = signal(/** @type {Everything | null} */ (null));
const online = signal(true);
const isGone = signal(false);

async function show() {
  content.value = await read();
  document.title = content.value.series.name;
}

/** @param {string} path */
const here = (path) => path + location.search;
/** @param {Somebody} one */
const person = (one) => html`<a href=${here(`/players/${one.id}`)}>${one.name ?? k.erased}</a>`;
/** @param {string} what @param {string} title */
const sheet = (what, title) => html`<p class="ways">
  <${TableLink} path=${`/v1/series/${id}${what}?format=csv`} title=${title} />
</p>`;

function App() {
  const now = content.value;
  if (isGone.value) return html`<p class="closed" role="alert">${k.notFound}</p>`;
  if (!now) return html`<p class="closed" role="status">${online.value ? k.opening : k.noAnswer}</p>`;
  const { series } = now;
  return html`
    <header class="top">
      <h1>${series.name}</h1>
      <nav>
        <a class="way" href=${here("/")}>${k.home}</a>
        <button type="button" class="quiet" onClick=${() => printPage()}>${k.print}</button>
      </nav>
    </header>
    ${online.value ? null : html`<p class="trouble" role="status">${k.noAnswer}</p>`}
    ${series.editions.length === 0 ? html`<p class="hint" role="status">${s.none}</p>` : null}
    <${Part} name="palmares" title=${s.palmares} items=${[...series.editions].reverse()} row=${edition}>
      ${series.editions.some((one) => one.podium.length > 0)
        ? html`<p class="hint" data-palmares-means>${s.palmaresMeans}</p>`
        : null}
      ${sheet("", s.palmares)}
    <//>
    ${now.medals.items.length > 0 ? html`<${Medals} now=${now} />` : null}
    ${now.table.items.length > 0 ? html`<${AllTime} now=${now} />` : null}
    <${Part}
      name="records"
      title=${s.records}
      items=${series.records}
      row=${(/** @type {openapi.SeriesRecord} */ one) => record(now, one)}
    >${sheet("/records", s.records)}<//>
    <${StakesBalance} balance=${now.balance} path=${`/v1/series/${id}/balance`} person=${person} />
    <${Part}
      name="sanctions"
      title=${k.sanctions}
      items=${now.cards.items}
      row=${cardRow}
      older=${now.cards.more ? () => lists.older("sanctions") : null}
    ><p class="ways"><${TableLink} path=${`/v1/sanctions?series=${id}&format=csv`} title=${k.cards} /></p><//>
  `;
}

/** @param {openapi.SeriesEdition} one */
const edition = (one) => {
  const podium = one.podium.map((step) => s.step(step.place, step.player.name ?? k.erased));
  return html`<li key=${one.championship}>
    <a class="row" href=${here(`/championships/${one.championship}`)} data-edition=${one.edition}>
      <b>${one.name}</b>
      <small>${podium.length > 0 ? podium.join(" · ") : one.finished ? s.noPodium : s.playing}</small>
      <span class="side">${one.edition}</span>
    </a>
  </li>`;
};

/** @param {{now: Everything}} props */
function Medals({ now }) {
  const row = (/** @type {openapi.MedalRow} */ one) => html`<tr key=${one.player.id} data-player=${one.player.id}>
    <td class="place">${one.place}</td>
    <th scope="row" class="name">${person(one.player)}</th>
    <td class="main">${one.titles}</td>
    ${MEDALS.map(([name]) => html`<td key=${name}>${one[name]}</td>`)}
  </tr>`;
  return html`<section class="part" data-part="medals">
    <h2>${s.medals}</h2>
    <div class="scroll" tabindex="0" role="region" aria-label=${s.medals}>
      <table class="standings">
        <thead>
          <tr>
            <th scope="col" class="place"><abbr title=${s.place}>#</abbr></th>
            <th scope="col" class="name">${s.player}</th>
            <th scope="col">${s.titles}</th>
            ${MEDALS.map(([name, kind]) => html`<th key=${name} scope="col">
              <span class=${`medal ${kind}`} role="img" aria-label=${k[name]}></span>
            </th>`)}
          </tr>
        </thead>
        <tbody>${now.medals.items.map(row)}</tbody>
      </table>
    </div>
    <${Older} name="medals" press=${now.medals.more ? () => lists.older("medals") : null} />
    <p class="hint">${s.titlesMean}</p>
    ${sheet("/medals", s.medals)}
  </section>`;
}

/** @param {{now: Everything}} props */
function AllTime({ now }) {
  const row = (/** @type {openapi.AllTimeRow} */ one) => html`<tr key=${one.player.id} data-player=${one.player.id}>
    <td class="place">${one.place}</td>
    <th scope="row" class="name">${person(one.player)}</th>
    <td class="more">${one.editions}</td><td>${one.matches}</td><td>${one.wins}</td>
    <td class="main">${String(one.points).replace("-", "−")}</td>
  </tr>`;
  return html`<section class="part long" data-part="table">
    <h2>${s.table}</h2>
    <div class="scroll" tabindex="0" role="region" aria-label=${s.table}>
      <table class="standings">
        <thead>
          <tr>
            <th scope="col" class="place"><abbr title=${s.place}>#</abbr></th>
            <th scope="col" class="name">${s.player}</th>
            <th scope="col" class="more"><abbr title=${s.editionsLong}>${s.editions}</abbr></th>
            <th scope="col"><abbr title=${s.matchesLong}>${s.matches}</abbr></th>
            <th scope="col"><abbr title=${s.winsLong}>${s.wins}</abbr></th>
            <th scope="col"><abbr title=${s.pointsLong}>${s.points}</abbr></th>
          </tr>
        </thead>
        <tbody>${now.table.items.map(row)}</tbody>
      </table>
    </div>
    <${Older} name="table" press=${now.table.more ? () => lists.older("table") : null} />
    ${sheet("/table", s.table)}
  </section>`;
}

/**
 * @param {Everything} now
 * @param {openapi.SeriesRecord} one
 */
function record(now, one) {
  const { match } = one;
  const title = one.ruleset && now.titles.get(one.ruleset);
  const deed = one.deed && (gameOf(one.ruleset ?? "")?.tallies?.[one.deed] ?? one.deed);
  const what = one.kind === "most_deeds" ? s.most((deed ?? "").toLocaleLowerCase(language)) : s.kinds[one.kind];
  const where = [title ? textOf(title) : k.allGames, match.name, dayOf(new Date(match.ended_at))].join(" · ");
  const address = match.match ? `/replay/${match.match}` : `/championships/${match.championship}`;
  return html`<li key=${`${one.kind} ${one.ruleset} ${one.deed}`}>
    <a class="row" href=${here(address)} data-record=${one.kind}>
      <b>${what}: ${joinNames(one.players.map((player) => player.name ?? k.erased))}</b>
      <small>${where}</small>
      <span class="side">${one.value}</span>
    </a>
  </li>`;
}

/** @param {openapi.GivenCard} card */
const cardRow = (card) => {
  const inside = html`
    <b>
      <span class=${`cards-given ${card.card}`}></span> ${card.card === "black" ? s.black : s.yellow}
      : ${card.name ?? k.erased}
    </b>
    <small>
      ${[stepOf(card), card.reason, k.edition(card.edition ?? 0), dayOf(new Date(card.recorded_at))].filter(Boolean).join(" · ")}
    </small>
  `;
  const address =
    card.match && card.version !== null
      ? stepAddress(card.match, card.version)
      : here(`/championships/${card.championship}`);
  return html`<li key=${`${card.stream} ${card.version} ${card.player}`}>
    <a class="row" href=${address} data-card=${card.card}>${inside}</a>
    <p class="ways"><${SignCard} card=${card} /></p>
  </li>`;
};

mount(App, () => online.value && !content.value && !isGone.value);
const look = watch(show, { connection: (there) => (online.value = there), onRefusal: () => (isGone.value = true) });
