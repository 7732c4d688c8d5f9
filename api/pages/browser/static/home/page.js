/** The front page: what goes on now, and the way in with a token. */

import { signal } from "@preact/signals";
import { Api } from "../shared/api.js";
import { titlesOf } from "../shared/contests/reading.js";
import { k } from "../shared/contests/words.js";
import { firstOf, ListSizes } from "../shared/lists.js";
import { mount } from "../shared/mount.js";
import { Older } from "../shared/older.js";
import { Part } from "../shared/part.js";
import { html, pieces, sideOf } from "../shared/ui.js";
import { watch } from "../shared/watching.js";
import { serviceLanguage } from "../shared/language.js";
import { joinNames, textOf } from "../shared/words.js";
import { Key } from "./key.js";
import { latest } from "./results.js";
import { h } from "./words.js";

/** @import * as openapi from "openapi" */
/** @typedef {import("../shared/types.js").MatchSummary} MatchSummary */
/** @typedef {import("./results.js").Result} Result */
/**
 * @template T
 * @typedef {import("../shared/lists.js").Part<T>} Part
 */
/**
 * @typedef {{
 *   open: Part<MatchSummary>,
 *   championships: Part<openapi.ChampionshipSummary>,
 *   series: Part<openapi.SeriesSummary>,
 *   results: Part<Result>,
 *   titles: ReadonlyMap<string, import("../shared/types.js").Text>,
 * }} Now
 */

const lists = new ListSizes({ now: 12, championships: 5, series: 5, results: 5 }, () => void look());
const api = new Api(null, serviceLanguage);
const now = signal(/** @type {Now | null} */ (null));
const online = signal(true);

async function read() {
  const again = (/** @type {string} */ path) => /** @type {Promise<any>} */ (api.again(path));
  /** @type {[Now["open"], Now["championships"], Now["series"], Now["results"], Now["titles"]]} */
  const [open, championships, series, results, titles] = await Promise.all([
    firstOf(again, "/v1/matches?status=open&sort=changed", lists.now.now),
    firstOf(again, "/v1/championships", lists.now.championships),
    firstOf(again, "/v1/series", lists.now.series),
    latest(api, lists.now.results),
    titlesOf(api),
  ]);
  now.value = { open, championships, series, results, titles };
}

/** The other languages of the pages by their own names, as the document has them. */
const LANGUAGES = Array.from(document.querySelectorAll("link[rel=alternate][hreflang]"), (link) => ({
  lang: link.getAttribute("hreflang"),
  name: link.getAttribute("title"),
}));

/** @param {string} path */
const here = (path) => path + location.search;

function App() {
  const state = now.value;
  return html`<header class="top">
    <div>
      <h1>${h.title}</h1>
      <p>${h.about}</p>
    </div>
    <nav class="languages" aria-label=${h.languages}>
      ${LANGUAGES.map(
        ({ lang, name }) => html`<a class="way" key=${lang} href=${`/?lang=${lang}`} lang=${lang} hreflang=${lang}>${name}</a>`,
      )}
    </nav>
  </header>
  ${online.value ? null : html`<p class="trouble" role="status">${h.offline}</p>`}
  ${state ? html`<${Content} state=${state} />` : html`<p role="status">${k.opening}</p>`}
  <${Key} titles=${state?.titles ?? new Map()} />
  <footer class="ways">
    <a class="way" href=${here("/organize")}>${h.organize}</a>
    <a class="way" href=${here("/ratings")}>${h.ratings}</a>
    <a class="way" href=${here("/v1/docs")}>${h.docs}</a>
  </footer>`;
}

/** @param {{state: Now}} props */
function Content({ state }) {
  const { open, championships, series, results } = state;
  const championship = (/** @type {openapi.ChampionshipSummary} */ one) => html`<li key=${one.id} class="double">
    <a class="row" href=${here(`/championships/${one.id}`)} data-championship=${one.id}>
      <b>${one.name}</b>
      <small>${k.contests(one.contests)}</small>
    </a>
    <a class="way" href=${here(`/board/${one.id}`)} aria-label=${`${k.board}: ${one.name}`}>${k.board}</a>
  </li>`;
  const oneSeries = (/** @type {openapi.SeriesSummary} */ one) => html`<li key=${one.id}>
    <a class="row" href=${here(`/series/${one.id}`)} data-series=${one.id}>
      <b>${one.name}</b>
      <small>${h.editions(one.editions)}</small>
    </a>
  </li>`;
  const result = (/** @type {Result} */ one) => html`<li key=${one.id}>
    <a class="row" href=${here(one.path)} data-result=${one.id}>
      <b>${one.headline}</b>
      <small>${[one.contest ?? title(state, one.ruleset), ...one.about].filter(Boolean).join(" · ")}</small>
      <span class=${sideOf(one.score)}>${pieces(one.score, " – ")}</span>
    </a>
  </li>`;
  const older = (/** @type {"now" | "championships" | "series" | "results"} */ name, /** @type {Part<any>} */ part) =>
    part.more ? () => lists.older(name) : null;
  if (open.items.length + championships.items.length + results.items.length === 0)
    return html`<section class="part" data-part="empty">
      <h2>${h.empty}</h2>
      <p>${h.begin}</p>
      <p><a class="way main" href=${here("/organize")}>${h.start}</a></p>
    </section>`;
  return html`
    <section class="part" data-part="now">
      <h2>${h.now}</h2>
      ${open.items.length === 0 ? html`<p class="hint">${h.quiet}</p>` : null}
      <ul class="rows">
        ${open.items.map((one) => html`<li key=${one.id}>
          <a class="row" href=${here(`/table/${one.id}`)} data-match=${one.id}>
            <b>${names(one)}</b>
            <small>${pieces([title(state, one.ruleset), one.table ? k.table(one.table) : ""])}</small>
            <span class="side">${h.watch}</span>
          </a>
        </li>`)}
      </ul>
      <${Older} name="now" press=${older("now", open)} />
    </section>
    <${Part}
      name="championships"
      title=${k.championships}
      items=${championships.items}
      row=${championship}
      older=${older("championships", championships)}
    />
    <${Part} name="series" title=${k.series} items=${series.items} row=${oneSeries} older=${older("series", series)} />
    <${Part} name="results" title=${h.results} items=${results.items} row=${result} older=${older("results", results)} />
  `;
}

/** @param {MatchSummary} one */
const names = (one) => joinNames(one.players.map((player) => player.name ?? k.erased));

/**
 * @param {Now} state
 * @param {string} ruleset
 */
const title = (state, ruleset) => {
  const text = state.titles.get(ruleset);
  return text ? textOf(text) : ruleset;
};

mount(App, () => online.value && !now.value);
document.title = h.title;
const look = watch(read, { connection: (there) => (online.value = there), onRefusal: () => (online.value = false) });
