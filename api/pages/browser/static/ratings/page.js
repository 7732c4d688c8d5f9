/** Ratings of players, in a game or over all of them, now or as of a day. */

import { signal } from "@preact/signals";
import { k } from "../shared/contests/words.js";
import { ListSizes } from "../shared/lists.js";
import { mount } from "../shared/mount.js";
import { Older } from "../shared/older.js";
import { TableLink } from "../shared/tablelink.js";
import { printPage } from "../shared/printing.js";
import { html } from "../shared/ui.js";
import { watch } from "../shared/watching.js";
import { longDay } from "../shared/dates.js";
import { textOf } from "../shared/words.js";
import { choice, query, read, sizes } from "./first.js";
import { r } from "./words.js";

/** @import * as openapi from "openapi" */
/** @typedef {import("./first.js").Ratings} Ratings */

const lists = new ListSizes(sizes, () => void look());
const content = signal(/** @type {Ratings | null} */ (null));
const online = signal(true);
const isGone = signal(false);
const waits = signal(/** @type {string | null} */ (null));

async function show() {
  content.value = await read();
}

/** @param {string} path */
const here = (path) =>
  path + (new URLSearchParams(location.search).has("lang") ? `?lang=${new URLSearchParams(location.search).get("lang")}` : "");

/**
 * Shows another game or day. The address has it, so that it can be sent on.
 * @param {"ruleset" | "day"} name
 * @param {string} value
 */
function choose(name, value) {
  choice[name] = value;
  const address = new URL(location.href);
  if (value) address.searchParams.set(name, value);
  else address.searchParams.delete(name);
  history.replaceState(null, "", address);
  void look();
}

function App() {
  const now = content.value;
  if (isGone.value) return html`<p class="closed" role="alert">${k.notFound}</p>`;
  if (!now) return html`<p class="closed" role="status">${waits.value ?? (online.value ? k.opening : k.noAnswer)}</p>`;
  return html`
    <header class="top">
      <h1>${r.title}</h1>
      <nav>
        <a class="way" href=${here("/")}>${k.home}</a>
        <button type="button" class="quiet" onClick=${() => printPage()}>${k.print}</button>
      </nav>
    </header>
    ${online.value && !waits.value ? null : html`<p class="trouble" role="status">${waits.value ?? k.noAnswer}</p>`}
    <form class="choose" onSubmit=${(/** @type {Event} */ event) => event.preventDefault()}>
      <label>
        ${r.game}
        <select
          data-input="ruleset"
          value=${choice.ruleset}
          onChange=${(/** @type {any} */ input) => choose("ruleset", input.target.value)}
        >
          <option value="">${k.allGames}</option>
          ${[...now.titles].map(([id, title]) => html`<option key=${id} value=${id}>${textOf(title)}</option>`)}
        </select>
      </label>
      <label>
        ${r.day}
        <input
          type="date"
          data-input="day"
          value=${choice.day}
          onClick=${(/** @type {any} */ input) => input.target.showPicker?.()}
          onChange=${(/** @type {any} */ input) => choose("day", input.target.value)}
        />
      </label>
    </form>
    <section class="part long" data-part="ratings">
      <h2>${r.table}</h2>
      <p data-shown>
        <b>
          ${choice.ruleset ? textOf(now.titles.get(choice.ruleset) ?? { es: "", en: "" }) : k.allGames} ·
          ${" "}${longDay(choice.day ? new Date(`${choice.day}T12:00`) : new Date())}
        </b>
      </p>
      ${now.ratings.items.length === 0
        ? html`<p class="hint" role="status">${r.none}</p>`
        : html`<p class="hint">${r.lead}</p><${RatingTable} now=${now} />`}
      <p class="ways">
        <${TableLink} path=${`/v1/ratings?${[query(), "format=csv"].filter(Boolean).join("&")}`} title=${r.title} />
      </p>
    </section>
    <section class="part" data-part="how"><h2>${r.how}</h2>${r.about.map((line) => html`<p key=${line}>${line}</p>`)}</section>
  `;
}

/** @param {{now: Ratings}} props */
function RatingTable({ now }) {
  const row = (/** @type {openapi.RatedPlayer} */ one) => html`<tr key=${one.player.id} data-player=${one.player.id}>
    <td class="place">${one.place}</td>
    <th scope="row" class="name"><a href=${here(`/players/${one.player.id}`)}>${one.player.name ?? k.erased}</a></th>
    <td class="rated">${one.rating} <small>± ${one.uncertainty}</small></td>
    <td class="main">${one.sure}</td>
    <td class="more">${one.matches}</td>
  </tr>`;
  return html`
    <div class="scroll" tabindex="0" role="region" aria-label=${r.table}>
      <table class="standings">
        <thead>
          <tr>
            <th scope="col" class="place"><abbr title=${r.place}>#</abbr></th>
            <th scope="col" class="name">${r.player}</th>
            <th scope="col">${r.rating}</th>
            <th scope="col">${r.sure}</th>
            <th scope="col" class="more"><abbr title=${r.matchesLong}>${r.matches}</abbr></th>
          </tr>
        </thead>
        <tbody>${now.ratings.items.map(row)}</tbody>
      </table>
    </div>
    <${Older} name="ratings" press=${now.ratings.more ? () => lists.older("ratings") : null} />
  `;
}

mount(App, () => online.value && !content.value && !isGone.value && !waits.value);
document.title = r.title;
const look = watch(show, {
  connection: (there) => (online.value = there),
  onRefusal: () => (isGone.value = true),
  waits: (why) => (waits.value = why),
});
