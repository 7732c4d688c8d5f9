/** The way in for whoever has a token: pasted whole, or as the address of a QR code. */

import { useState } from "preact/hooks";
import { Api, Problem, Unreachable } from "../shared/api.js";
import { k } from "../shared/contests/words.js";
import { tokenIn } from "../shared/token.js";
import { html } from "../shared/ui.js";
import { joined, language, told } from "../shared/words.js";
import { h } from "./words.js";

/** @typedef {import("../shared/types.js").MatchSummary} MatchSummary */
/** @typedef {import("../shared/types.js").Present} Present */

/** Pages that take a token from their address. */
const PAGES = /^\/(table|organize|replay)(\/|$)/;

/**
 * Where a token leads: to the page of its address, to the organizer's pages, or to the tables at which it may record.
 * @param {Api} api with the token
 * @param {readonly MatchSummary[]} open
 * @returns {Promise<{path: string} | {tables: readonly MatchSummary[]}>}
 */
export async function whither(api, open) {
  if (await allowed(() => api.get("/v1/tokens?limit=1"))) return { path: "/organize" };
  const own = await Promise.all(open.map((one) => allowed(async () => /** @type {Present} */ (await api.get(`/v1/matches/${one.id}/presence`)).you.records)));
  return { tables: open.filter((_, i) => own[i]) };
}

/**
 * Whether something is granted. Throws Unreachable, and a Problem that says nothing about that.
 * @param {() => Promise<any>} ask
 */
async function allowed(ask) {
  try {
    return Boolean(await ask());
  } catch (error) {
    if (error instanceof Problem && (error.status === 401 || error.status === 403)) return false;
    throw error;
  }
}

/**
 * The page that a pasted address opens, if it is one.
 * @param {string} text
 */
export function pathIn(text) {
  try {
    const path = new URL(text).pathname;
    return PAGES.test(path) ? path : null;
  } catch {
    return null;
  }
}

/** @param {{open: readonly MatchSummary[], titles: ReadonlyMap<string, import("../shared/types.js").Text>}} props */
export function Key({ open, titles }) {
  const [text, setText] = useState("");
  const [says, setSays] = useState("");
  const [tables, setTables] = useState(/** @type {readonly MatchSummary[]} */ ([]));
  const token = tokenIn(text.trim()) ?? text.trim();
  const address = (/** @type {string} */ path) => `${path}${location.search}#token=${encodeURIComponent(token)}`;
  const enter = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const path = pathIn(text.trim());
    if (path) return location.assign(address(path));
    setTables([]);
    setSays(h.key.looking);
    try {
      const found = await whither(new Api(token, language), open);
      if ("path" in found) return location.assign(address(found.path));
      if (found.tables.length === 1) return location.assign(address(`/table/${found.tables[0].id}`));
      setTables(found.tables);
      setSays(found.tables.length > 0 ? "" : h.key.wrong);
    } catch (error) {
      if (!(error instanceof Problem) && !(error instanceof Unreachable)) throw error;
      setSays(error instanceof Problem ? h.key.wrong : h.offline);
    }
  };
  return html`<section class="part key" data-part="key">
    <h2>${h.key.title}</h2>
    <p>${h.key.camera}</p>
    <form onSubmit=${enter}>
      <label class="wide"><span>${h.key.label}</span><input data-input="token" autocomplete="off" autocapitalize="none" spellcheck=${false} value=${text} onInput=${(/** @type {any} */ input) => setText(input.target.value)} /></label>
      <button class="main" data-action="enter" disabled=${token === ""}>${h.key.go}</button>
    </form>
    ${says ? html`<p class="hint" role="status">${says}</p>` : null}
    ${tables.length > 0
      ? html`<h3>${h.key.which}</h3>
          <ul class="rows">
            ${tables.map((one) => html`<li key=${one.id}><a class="row" href=${address(`/table/${one.id}`)}><b>${joined(one.players.map((player) => player.name ?? k.erased))}</b><small>${[titles.has(one.ruleset) ? told(/** @type {any} */ (titles.get(one.ruleset))) : one.ruleset, one.table ? h.table(one.table) : ""].filter(Boolean).join(" · ")}</small></a></li>`)}
          </ul>`
      : null}
  </section>`;
}
