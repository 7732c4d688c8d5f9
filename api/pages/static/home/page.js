/** The front page: what is on now, and the way in for whoever has a token. */

import { signal } from "@preact/signals";
import { Api } from "../shared/api.js";
import { titlesOf } from "../shared/contests/reading.js";
import { k } from "../shared/contests/words.js";
import { mount } from "../shared/mount.js";
import { Listed } from "../shared/part.js";
import { html } from "../shared/ui.js";
import { watch } from "../shared/watching.js";
import { joined, language, told } from "../shared/words.js";
import { Key } from "./key.js";
import { latest } from "./results.js";
import { h } from "./words.js";

/** @import * as openapi from "openapi" */
/** @typedef {import("../shared/types.js").MatchSummary} MatchSummary */
/** @typedef {import("./results.js").Result} Result */
/** @typedef {{open: readonly MatchSummary[], championships: readonly openapi.ChampionshipSummary[], results: readonly Result[], titles: ReadonlyMap<string, import("../shared/types.js").Text>}} Now */

const OPEN = 12;
const CHAMPIONSHIPS = 5;
const RESULTS = 5;
const api = new Api(null, language);
const now = signal(/** @type {Now | null} */ (null));
const online = signal(true);

async function read() {
  /** @type {[openapi.MatchPage, openapi.ChampionshipPage, readonly Result[], Now["titles"]]} */
  const [open, championships, results, titles] = await Promise.all([
    api.again(`/v1/matches?status=open&sort=changed&limit=${OPEN}`),
    api.again(`/v1/championships?limit=${CHAMPIONSHIPS}`),
    latest(api, RESULTS),
    titlesOf(api),
  ]);
  now.value = { open: open.items, championships: championships.items, results, titles };
}

/** @param {string} path */
const here = (path) => path + location.search;

function App() {
  const shown = now.value;
  const other = language === "es" ? "en" : "es";
  return html`<header class="top">
      <div>
        <h1>${h.title}</h1>
        <p>${h.about}</p>
      </div>
      <nav><a class="way" href=${`/?lang=${other}`} lang=${other} hreflang=${other}>${h.other}</a></nav>
    </header>
    ${online.value ? null : html`<p class="trouble" role="status">${h.offline}</p>`}
    ${shown ? html`<${Shown} shown=${shown} />` : html`<p role="status">${h.opening}</p>`}
    <${Key} titles=${shown?.titles ?? new Map()} />
    <footer class="ways">
      <a class="way" href=${here("/organize")}>${h.organize}</a>
      <a class="way" href=${here("/v1/docs")}>${h.docs}</a>
    </footer>`;
}

/** @param {{shown: Now}} props */
function Shown({ shown }) {
  const { open, championships, results } = shown;
  const championship = (/** @type {openapi.ChampionshipSummary} */ one) => html`<li key=${one.id} class="double"><a class="row" href=${here(`/championships/${one.id}`)} data-championship=${one.id}><b>${one.name}</b><small>${h.contests(one.contests)}</small></a><a class="way" href=${here(`/board/${one.id}`)} aria-label=${`${h.board}: ${one.name}`}>${h.board}</a></li>`;
  const result = (/** @type {Result} */ one) => html`<li key=${one.id}><a class="row" href=${here(one.path)} data-result=${one.id}><b>${one.headline}</b><small>${[title(shown, one.ruleset), ...one.about].filter(Boolean).join(" · ")}</small><span class="side">${one.score}</span></a></li>`;
  if (open.length + championships.length + results.length === 0)
    return html`<section class="part" data-part="empty"><h2>${h.empty}</h2><p>${h.begin}</p><p><a class="way main" href=${here("/organize")}>${h.start}</a></p></section>`;
  return html`
    <section class="part" data-part="now">
      <h2>${h.now}</h2>
      ${open.length === 0 ? html`<p class="hint">${h.quiet}</p>` : null}
      <ul class="rows">
        ${open.map((one) => html`<li key=${one.id}><a class="row" href=${here(`/table/${one.id}`)} data-match=${one.id}><b>${names(one)}</b><small>${[title(shown, one.ruleset), one.table ? k.table(one.table) : ""].filter(Boolean).join(" · ")}</small><span class="side">${h.watch}</span></a></li>`)}
      </ul>
    </section>
    <${Listed} name="championships" title=${h.championships} items=${championships} row=${championship} />
    <${Listed} name="results" title=${h.results} items=${results} row=${result} />`;
}

/** @param {MatchSummary} one */
const names = (one) => joined(one.players.map((player) => player.name ?? k.erased));

/**
 * @param {Now} shown
 * @param {string} ruleset
 */
const title = (shown, ruleset) => {
  const text = shown.titles.get(ruleset);
  return text ? told(text) : ruleset;
};

mount(App, () => online.value && !now.value);
document.title = h.title;
watch(read, { connection: (there) => (online.value = there), refused: () => (online.value = false) });
