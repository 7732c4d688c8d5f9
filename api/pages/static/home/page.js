/** The front page: what is on now, and the way in for whoever has a token. */

import { signal } from "@preact/signals";
import { gameOf } from "../games/index.js";
import { Api } from "../shared/api.js";
import { titlesOf } from "../shared/contests/reading.js";
import { k } from "../shared/contests/words.js";
import { headline, sideIn, sidesOf } from "../shared/match.js";
import { mount } from "../shared/mount.js";
import { Listed } from "../shared/part.js";
import { html } from "../shared/ui.js";
import { watch } from "../shared/watching.js";
import { joined, language, told } from "../shared/words.js";
import { Key } from "./key.js";
import { h } from "./words.js";

/** @import * as openapi from "openapi" */
/** @typedef {import("../shared/types.js").MatchSummary} MatchSummary */
/** @typedef {import("../shared/types.js").MatchView} MatchView */
/** @typedef {{open: readonly MatchSummary[], championships: readonly openapi.ChampionshipSummary[], results: readonly MatchView[], titles: ReadonlyMap<string, import("../shared/types.js").Text>}} Now */

const OPEN = 12;
const CHAMPIONSHIPS = 5;
const RESULTS = 5;
const api = new Api(null, language);
const now = signal(/** @type {Now | null} */ (null));
const online = signal(true);

async function read() {
  /** @type {[openapi.MatchPage, openapi.MatchPage, openapi.ChampionshipPage, Now["titles"]]} */
  const [open, finished, championships, titles] = await Promise.all([
    api.again(`/v1/matches?status=open&sort=changed&limit=${OPEN}`),
    api.again(`/v1/matches?status=finished&sort=changed&limit=${RESULTS}`),
    api.again(`/v1/championships?limit=${CHAMPIONSHIPS}`),
    titlesOf(api),
  ]);
  const results = await Promise.all(finished.items.map((one) => /** @type {Promise<MatchView>} */ (api.again(`/v1/matches/${one.id}`))));
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
  const result = (/** @type {MatchView} */ view) => html`<li key=${view.id}><a class="row" href=${here(`/replay/${view.id}`)}><b>${headline(view)}</b><small>${[title(shown, view.ruleset), sidesOf(view).map((side) => sideIn(view, side)).join(" – ")].join(" · ")}</small><span class="side">${score(view)}</span></a></li>`;
  if (open.length + championships.length + results.length === 0)
    return html`<section class="part" data-part="empty"><h2>${h.empty}</h2><p>${h.begin}</p><p><a class="way main" href=${here("/organize")}>${h.organize}</a></p></section>`;
  return html`
    <section class="part" data-part="now">
      <h2>${h.now}</h2>
      ${open.length === 0 ? html`<p class="hint">${h.quiet}</p>` : null}
      <ul class="rows">
        ${open.map((one) => html`<li key=${one.id}><a class="row" href=${here(`/table/${one.id}`)} data-match=${one.id}><b>${names(one)}</b><small>${[title(shown, one.ruleset), one.table ? h.table(one.table) : ""].filter(Boolean).join(" · ")}</small><span class="side">${h.watch}</span></a></li>`)}
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

/** @param {MatchView} view */
const score = (view) => (gameOf(view.ruleset)?.score(view).find((row) => row.main)?.values ?? []).join(" – ");

mount(App, () => online.value && !now.value);
document.title = h.title;
watch(read, { connection: (there) => (online.value = there), refused: () => (online.value = false) });
