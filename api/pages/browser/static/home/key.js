/** The way in with a token: pasted whole, or as the address of a QR code. */

import { useEffect, useState } from "preact/hooks";
import { Api, Problem, Unreachable } from "../shared/api.js";
import { sideIn, sidesOf } from "../shared/match.js";
import { tokenIn } from "../shared/token.js";
import { html } from "../shared/ui.js";
import { isAwaited, ownEncounters } from "../shared/lineup/own.js";
import { l } from "../shared/lineup/words.js";
import { rightsOf } from "../shared/rights.js";
import { k } from "../shared/contests/words.js";
import { serviceLanguage } from "../shared/language.js";
import { textOf, w } from "../shared/words.js";
import { h } from "./words.js";

/** @typedef {import("../shared/types.js").MatchView} MatchView */

/** Pages that take a token from their address. */
const PAGES = /^\/(table|organize|replay|players)(\/|$)/;

/**
 * The pages that a token opens: the organizer's, or the tables of its bearer, and the line-ups of their team. Null if it opens none.
 * @param {Api} api with the token
 * @returns {Promise<{paths: readonly string[]} | null>}
 */
async function whither(api) {
  const own = await rightsOf(api);
  if (!own) return null;
  if (own.role !== "player" && !own.scope.match)
    return { paths: [own.championship ? `/organize/${own.championship.id}` : "/organize"] };
  const encounters = await ownEncounters(api, own);
  return {
    paths: [
      ...(encounters.some(isAwaited) ? [`/players/${own.scope.player}`] : []),
      ...own.matches.map((one) => `/${one.records || one.seats.length > 0 ? "table" : "replay"}/${one.match}`),
    ],
  };
}

/**
 * The page of a pasted address; null if the text is none.
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

/** @param {{titles: ReadonlyMap<string, import("../shared/types.js").Text>}} props */
export function Key({ titles }) {
  const [text, setText] = useState("");
  const [says, setSays] = useState("");
  const [isPasted, setIsPasted] = useState(false);
  const [tables, setTables] = useState(/** @type {readonly {path: string, view: MatchView | null}[]} */ ([]));
  const token = tokenIn(text.trim()) ?? text.trim();
  const address = (/** @type {string} */ path) => `${path}${location.search}#token=${encodeURIComponent(token)}`;
  const enter = (/** @type {Event} */ event) => {
    event.preventDefault();
    return look();
  };
  const look = async () => {
    const path = pathIn(text.trim());
    if (path) return location.assign(address(path));
    setTables([]);
    setSays(h.key.looking);
    const api = new Api(token, serviceLanguage);
    try {
      const target = await whither(api);
      if (target?.paths.length === 1) return location.assign(address(target.paths[0]));
      const views = await Promise.all(
        (target?.paths ?? []).map(async (one) => ({
          path: one,
          // A person's page is none of a match.
          view: one.startsWith("/players/") ? null : /** @type {MatchView} */ (await api.get(`/v1/matches/${one.split("/")[2]}`)),
        })),
      );
      setTables(views);
      setSays(views.length > 0 ? "" : target ? h.key.nothing : h.key.wrong);
    } catch (error) {
      if (!(error instanceof Problem) && !(error instanceof Unreachable)) throw error;
      setSays(error instanceof Problem ? h.key.wrong : h.offline);
    }
  };
  // A player's key that opens more than one table has the address of this page.
  useEffect(() => {
    const pastedToken = tokenIn(location.hash);
    if (pastedToken === null) return;
    history.replaceState(null, "", location.pathname + location.search);
    setText(pastedToken);
    setIsPasted(true);
  }, []);
  useEffect(() => {
    if (isPasted) void look();
  }, [isPasted]);
  return html`<section class="part key" data-part="key">
    <h2>${h.key.title}</h2>
    <p>${h.key.camera}</p>
    <form onSubmit=${enter}>
      <label class="wide">
        <span>${k.key}</span>
        <input
          data-input="token"
          autocomplete="off"
          autocapitalize="none"
          spellcheck=${false}
          value=${text}
          onInput=${(/** @type {any} */ input) => setText(input.target.value)}
        />
      </label>
      <button class="main" data-action="enter" disabled=${token === ""}>${h.key.go}</button>
    </form>
    ${says ? html`<p class="hint" role="status">${says}</p>` : null}
    ${tables.length > 0
      ? html`
          <h3>${h.key.which}</h3>
          <ul class="rows">
            ${tables.map(({ path, view }) => html`<li key=${path}>
              <a class="row" href=${address(path)}>
                ${view
                  ? html`
                      <b>${sidesOf(view).map((side) => sideIn(view, side)).join(" – ")}</b>
                      <small>
                        ${titles.has(view.ruleset) ? textOf(/** @type {any} */ (titles.get(view.ruleset))) : view.ruleset}
                        ${view.counts === false ? ` · ${w.gone.title}` : ""}
                      </small>
                    `
                  : html`<b>${l.own}</b>`}
              </a>
            </li>`)}
          </ul>
        `
      : null}
  </section>`;
}
