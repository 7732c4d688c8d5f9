/** The valid keys. Each has its holder, its match and seat, the time of its making and the last sign of its device. */

import { useEffect, useState } from "preact/hooks";
import { html } from "../../shared/ui.js";
import { w } from "../../shared/words.js";
import { Confirm } from "../difference.js";
import { TakeTable } from "../papers.js";
import { moment, o } from "../words.js";
import { whereOf } from "./key.js";
import { NewKey } from "./newkey.js";

/** @import * as api from "openapi" */
/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("./key.js").Table} Table */

/** Roles with devices that report from the tables. */
const RECORDS = new Set(["referee", "player"]);

/** @param {{store: Store}} props */
export function Tokens({ store }) {
  const [tokens, setTokens] = useState(/** @type {api.Token[] | null} */ (null));
  const [tables, setTables] = useState(/** @type {readonly Table[]} */ ([]));
  const [revocation, setRevocation] = useState(/** @type {api.Token | null} */ (null));
  const read = async () => {
    const [all, open] = await Promise.all([
      allTokens(store),
      store.id ? store.read(`/v1/championships/${store.id}/tables`) : null,
    ]);
    setTables(/** @type {api.TableList | null} */ (open)?.items ?? []);
    setTokens(all);
  };
  useEffect(() => void read(), []);
  const valid = (tokens ?? []).filter((one) => !one.revoked_at && !(one.expires && Date.parse(one.expires) < Date.now()));
  const matches = [...new Set(valid.flatMap((one) => one.scope.match ?? []))];
  const keys = (/** @type {readonly api.Token[]} */ some) => some.map((one) => html`<${Key}
    key=${one.id}
    store=${store}
    tables=${tables}
    token=${one}
    revoke=${() => setRevocation(one)}
  />`);
  return html`
    <p>${o.tokens.about}</p>
    <${NewKey} store=${store} onDone=${read} />
    <h3>${o.tokens.listed}</h3>
    ${tokens && valid.length === 0 ? html`<p class="hint">${o.tokens.none}</p>` : null}
    <ul class="rows" data-list="tokens">${keys(valid.filter((one) => !one.scope.match))}</ul>
    ${matches.map((match) => {
      const own = valid.filter((one) => one.scope.match === match);
      const where = whereOf(store, tables, own[0]);
      return html`<details class="folded" key=${match} data-keys-of=${match}>
        <summary>${where.match} <small>${own.length}</small></summary>
        <ul class="rows">${keys(own)}</ul>
      </details>`;
    })}
    <${TakeTable}
      store=${store}
      title=${o.sections.tokens}
      columns=${o.tokens.columns}
      rows=${valid.map((one) => lineOf(store, tables, one))}
    />
    ${revocation
      ? html`<${Confirm}
          store=${store}
          title=${o.tokens.revoke}
          method="DELETE"
          path=${`/v1/tokens/${revocation.id}`}
          confirm=${o.tokens.revoke}
          close=${() => setRevocation(null)}
          onDone=${read}
        >
          <${About} store=${store} tables=${tables} token=${revocation} />
          <p>${o.tokens.revoking}</p>
        <//>`
      : null}
  `;
}

/** @param {{store: Store, tables: readonly Table[], token: api.Token, revoke: () => void}} props */
const Key = ({ store, tables, token, revoke }) => html`<li class="row" data-token=${token.id}>
  <${About} store=${store} tables=${tables} token=${token} brief=${true} />
  <button
    type="button"
    data-action="revoke"
    aria-label=${o.tokens.revokeOf(whereOf(store, tables, token).holder)}
    onClick=${revoke}
  >${o.tokens.revoke}</button>
</li>`;

/**
 * @param {{store: Store, tables: readonly Table[], token: api.Token, brief?: boolean}} props `brief`: true if the match stands
 *   above it already
 */
function About({ store, tables, token, brief = false }) {
  const { holder, match, use } = whereOf(store, tables, token);
  const last = usedIn(store, token, use);
  const times = [
    o.tokens.made(moment(token.created_at)),
    token.expires ? o.tokens.until(moment(token.expires)) : o.tokens.forEver,
  ];
  return html`<div>
    <b>${holder}</b>
    ${brief && match ? null : html`<small>${placeOf(token, match)}</small>`}
    <small>${times.join(" · ")}</small>
    ${last ? html`<small data-used>${last}</small>` : null}
  </div>`;
}

/**
 * The place where a key is valid.
 * @param {api.Token} token
 * @param {string} match the match in words, if the key is for one
 */
const placeOf = (token, match) => match || (token.scope.championship ? o.tokens.championship : o.tokens.everywhere);

/**
 * The device that recorded with a key last, and the time of that. For a key that records, it may say that no device at the
 * tables in play has reported.
 * @param {Store} store
 * @param {api.Token} token
 * @param {import("./key.js").Where["use"]} lastUse
 */
function usedIn(store, { role }, lastUse) {
  if (lastUse) return o.tokens.used(lastUse.label, w.ago(lastUse.seconds));
  return store.id && RECORDS.has(role) ? o.tokens.unused : "";
}

/**
 * The row of a key in a table for a spreadsheet.
 * @param {Store} store
 * @param {readonly Table[]} tables
 * @param {api.Token} token
 */
function lineOf(store, tables, token) {
  const { holder, match, use } = whereOf(store, tables, token);
  return [
    holder,
    placeOf(token, match),
    moment(token.created_at),
    token.expires ? moment(token.expires) : o.tokens.forEver,
    usedIn(store, token, use),
  ];
}

/**
 * Every token of the championship, or of the service as a whole at the door; the newest first.
 * @param {Store} store
 */
async function allTokens(store) {
  const all = /** @type {api.Token[]} */ (await store.all("/v1/tokens"));
  const matches = new Set(store.contests.value.flatMap((contest) => contest.fixtures.map((fixture) => fixture.match)));
  const here = (/** @type {api.Scope} */ scope) =>
    !store.id || scope.championship === store.id || (scope.match ? matches.has(scope.match) : false);
  return all.filter((one) => here(one.scope)).reverse();
}
