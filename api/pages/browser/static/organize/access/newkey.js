/** A new key for a helper or for one player, with its end. It is shown once. */

import { useState } from "preact/hooks";
import { publicOrigin } from "../../shared/address.js";
import { Chips, html } from "../../shared/ui.js";
import { w } from "../../shared/words.js";
import { Field, RefusalNote, Select, useDecision } from "../form.js";
import { o } from "../words.js";
import { Secret } from "./secret.js";

/** @import * as api from "openapi" */
/** @typedef {import("../store.js").Store} Store */

const STAFF = ["referee", "organizer", "auditor"];
/** The role of a player. The key opens the player's own tables, all day. */
const PLAYER = "player";
const DAYS = [1, 3, 30];
const DAY_MS = 86_400_000;

/** @param {{store: Store, onDone: () => void}} props */
export function NewKey({ store, onDone }) {
  const [role, setRole] = useState("referee");
  const [days, setDays] = useState(/** @type {number | null} */ (3));
  const [secret, setSecret] = useState(/** @type {api.TokenWithSecret | null} */ (null));
  const [holder, setHolder] = useState("");
  const [name, setName] = useState("");
  const decision = useDecision(store);
  const players = store.view.value?.players ?? [];
  const own = role === PLAYER;
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const scope = { ...(store.id ? { championship: store.id } : {}), ...(own ? { player: holder } : {}) };
    const expires = days === null ? null : new Date(Date.now() + days * DAY_MS).toISOString();
    const answer = await decision.send("POST", "/v1/tokens", {
      role,
      scope,
      expires,
      ...(own || name.trim() === "" ? {} : { name: name.trim() }),
    });
    if (!answer) return;
    setName("");
    setSecret(answer);
    onDone();
  };
  return html`<form class="form panel" onSubmit=${submit}>
    <${Chips}
      legend=${o.tokens.forWhom}
      input="role"
      value=${role}
      choose=${setRole}
      options=${[...STAFF, ...(players.length > 0 ? [PLAYER] : [])].map((value) => ({ value, label: o.tokens.roles[value] }))}
    />
    <p class="hint">${o.tokens.may[role]}</p>
    ${own
      ? html`<${Select}
          label=${o.tokens.whose}
          input="player"
          value=${holder}
          set=${setHolder}
          options=${[{ value: "", label: w.choose }, ...players.map((one) => ({ value: one.id, label: store.name(one) }))]}
        />`
      : html`<${Field}
          label=${o.tokens.name}
          hint=${o.tokens.nameHint}
          input="name"
          value=${name}
          set=${setName}
          refusal=${decision.refusal}
          maxlength="100"
        />`}
    <${Chips}
      legend=${o.tokens.howLong}
      input="expires"
      value=${days}
      choose=${setDays}
      options=${[...DAYS.map((value) => ({ value, label: o.tokens.days(value) })), { value: null, label: o.tokens.forEver }]}
    />
    <${RefusalNote} refusal=${decision.refusal} fields=${["name"]} />
    <div class="controls">
      <button class="main" data-action="create-token" disabled=${decision.busy || (own && holder === "")}>
        ${o.tokens.create}
      </button>
    </div>
    ${secret
      ? html`<${Secret}
          title=${titleOf(store, secret)}
          address=${addressOf(store, secret)}
          token=${secret.token}
          close=${() => setSecret(null)}
        />`
      : null}
  </form>`;
}

/**
 * @param {Store} store
 * @param {api.TokenWithSecret} key
 */
const titleOf = (store, { role, scope, name }) =>
  name
    ? o.tokens.named(name, o.tokens.roles[role])
    : scope.player
      ? o.seats.of(store.name(store.view.value?.players.find((one) => one.id === scope.player) ?? null))
      : o.tokens.roles[role];

/**
 * The address that the key opens: the organizer's pages, or the front page with the player's tables.
 * @param {Store} store
 * @param {api.TokenWithSecret} key
 */
const addressOf = (store, { role, token }) =>
  `${publicOrigin()}${role === PLAYER ? "/" : `/organize${store.id ? `/${store.id}` : ""}`}#token=${token}`;
