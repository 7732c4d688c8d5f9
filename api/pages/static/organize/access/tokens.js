/** Keys: made for those who help, shown once, listed and revoked. */

import { useEffect, useState } from "preact/hooks";
import { Chips, html } from "../../shared/ui.js";
import { Confirm } from "../difference.js";
import { Refused, useDecision } from "../form.js";
import { moment, o } from "../words.js";
import { Secret } from "./secret.js";

/** @import * as api from "openapi" */
/** @typedef {import("../store.js").Store} Store */

const ROLES = ["referee", "organizer", "auditor"];
const DAYS = [1, 3, 30];
const DAY_MS = 86_400_000;

/** @param {{store: Store}} props */
export function Tokens({ store }) {
  const [listed, setListed] = useState(/** @type {api.Token[] | null} */ (null));
  const [revoked, setRevoked] = useState(/** @type {api.Token | null} */ (null));
  const read = async () => setListed(await allTokens(store));
  useEffect(() => void read(), []);
  const valid = (listed ?? []).filter((one) => !one.revoked_at && !(one.expires && Date.parse(one.expires) < Date.now()));
  return html`
    <p>${o.tokens.about}</p>
    <${NewToken} store=${store} made=${read} />
    <h3>${o.tokens.listed}</h3>
    ${listed && valid.length === 0 ? html`<p class="hint">${o.tokens.none}</p>` : null}
    <ul class="rows" data-list="tokens">
      ${valid.map(
        (one) => html`<li key=${one.id} class="row"><div><b>${o.tokens.roles[one.role]}</b><small>${where(store, one)} · ${o.tokens.made(moment(one.created_at))} · ${one.expires ? o.tokens.until(moment(one.expires)) : o.tokens.forEver}</small></div>
          <button type="button" data-action="revoke" aria-label=${o.tokens.revokeOf(o.tokens.roles[one.role])} onClick=${() => setRevoked(one)}>${o.tokens.revoke}</button></li>`,
      )}
    </ul>
    ${revoked
      ? html`<${Confirm} store=${store} title=${o.tokens.revoke} method="DELETE" path=${`/v1/tokens/${revoked.id}`} confirm=${o.tokens.revoke} close=${() => setRevoked(null)} done=${read}><p>${o.tokens.revoking}</p><//>`
      : null}`;
}

/**
 * Every token of the championship, or of the service as a whole at the door; the newest first.
 * @param {Store} store
 */
async function allTokens(store) {
  const all = /** @type {api.Token[]} */ (await store.all("/v1/tokens"));
  const matches = new Set(store.contests.value.flatMap((contest) => contest.fixtures.map((fixture) => fixture.match)));
  const here = (/** @type {api.Scope} */ scope) => !store.id || scope.championship === store.id || (scope.match ? matches.has(scope.match) : false);
  return all.filter((one) => here(one.scope)).reverse();
}

/**
 * Where a token is valid, in words.
 * @param {Store} store
 * @param {api.Token} token
 */
function where(store, { scope }) {
  const fixture = store.contests.value.flatMap((contest) => contest.fixtures).find((one) => one.match && one.match === scope.match);
  if (fixture) return fixture.entrants.map((one) => store.name(one)).join(" – ");
  return scope.match ? o.tokens.oneMatch : scope.championship ? o.tokens.championship : o.tokens.everywhere;
}

/** @param {{store: Store, made: () => void}} props */
function NewToken({ store, made }) {
  const [role, setRole] = useState("referee");
  const [days, setDays] = useState(/** @type {number | null} */ (3));
  const [secret, setSecret] = useState(/** @type {api.NewToken | null} */ (null));
  const decision = useDecision(store);
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const scope = store.id ? { championship: store.id } : {};
    const expires = days === null ? null : new Date(Date.now() + days * DAY_MS).toISOString();
    const answer = await decision.send("POST", "/v1/tokens", { role, scope, expires });
    if (!answer) return;
    setSecret(answer);
    made();
  };
  return html`<form class="form panel" onSubmit=${submit}>
    <${Chips} legend=${o.tokens.forWhom} input="role" value=${role} choose=${setRole} options=${ROLES.map((value) => ({ value, label: o.tokens.roles[value] }))} />
    <p class="hint">${o.tokens.may[role]}</p>
    <${Chips} legend=${o.tokens.howLong} input="expires" value=${days} choose=${setDays} options=${[...DAYS.map((value) => ({ value, label: o.tokens.days(value) })), { value: null, label: o.tokens.forEver }]} />
    <${Refused} refusal=${decision.refusal} />
    <div class="controls"><button class="main" data-action="create-token" disabled=${decision.busy}>${o.tokens.create}</button></div>
    ${secret ? html`<${Secret} title=${o.tokens.roles[secret.role]} address=${`${location.origin}/organize${store.id ? `/${store.id}` : ""}#token=${secret.token}`} token=${secret.token} close=${() => setSecret(null)} />` : null}
  </form>`;
}
