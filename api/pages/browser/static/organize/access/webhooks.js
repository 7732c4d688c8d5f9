/**
 * Addresses of other programs that receive the events. The reader adds them, tries them and sees the outcome of each message.
 */

import { useEffect, useState } from "preact/hooks";
import { Problem } from "../../shared/api.js";
import { Older, useList } from "../../shared/older.js";
import { html } from "../../shared/ui.js";
import { Confirm } from "../difference.js";
import { Check, Field, RefusalNote, useDecision } from "../form.js";
import { TakeTable } from "../papers.js";
import { moment, o } from "../words.js";
import { CopyField } from "./secret.js";

/** @import * as api from "openapi" */
/** @typedef {import("../store.js").Store} Store */

/** Kinds that a new address receives if the reader chooses no others. */
const USUAL = ["match.finished", "contest.result", "standings.changed"];

/** Number of messages of each address that are shown at first. */
const DELIVERIES = 10;
/** Form of an address that the service takes. */
const ADDRESS = /^https?:\/\/[!-~]+$/;

/** @param {{store: Store}} props */
export function Webhooks({ store }) {
  const [webhooks, setWebhooks] = useState(/** @type {api.Webhook[] | null} */ (null));
  const read = async () =>
    setWebhooks(
      /** @type {api.Webhook[]} */ (await store.all("/v1/webhooks")).filter((one) => !store.id || one.championship === store.id),
    );
  useEffect(() => void read(), []);
  return html`
    <p>${o.webhooks.about}</p>
    <${NewWebhook} store=${store} onDone=${read} />
    ${webhooks?.map((one) => html`<${WebhookItem} key=${one.id} store=${store} webhook=${one} onChange=${read} />`)}`;
}

/** @param {{store: Store, onDone: () => void}} props */
function NewWebhook({ store, onDone }) {
  const [url, setUrl] = useState("");
  const [kinds, setKinds] = useState(USUAL);
  const [secret, setSecret] = useState("");
  const decision = useDecision(store);
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!ADDRESS.test(url.trim()))
      return decision.fail(new Problem(400, { code: "malformed", errors: [{ path: "$.url", message: o.webhooks.badUrl }] }));
    const answer = await decision.send("POST", "/v1/webhooks", { url: url.trim(), kinds, championship: store.id });
    if (!answer) return;
    setSecret(answer.secret);
    setUrl("");
    onDone();
  };
  const toggle = (/** @type {string} */ kind, /** @type {boolean} */ on) =>
    setKinds(Object.keys(o.webhooks.kinds).filter((one) => (one === kind ? on : kinds.includes(one))));
  return html`<form class="form panel" onSubmit=${submit}>
    <${Field}
      label=${o.webhooks.url}
      input="url"
      type="url"
      value=${url}
      set=${setUrl}
      refusal=${decision.refusal}
      hint=${o.webhooks.urlHint}
    />
    <fieldset>
      <legend>${o.webhooks.what}</legend>
      ${Object.entries(o.webhooks.kinds).map(([kind, label]) => html`<${Check}
        key=${kind}
        label=${label}
        input=${`kinds.${kind}`}
        value=${kinds.includes(kind)}
        set=${(/** @type {boolean} */ on) => toggle(kind, on)}
      />`)}
    </fieldset>
    <${RefusalNote} refusal=${decision.refusal} fields=${["url"]} />
    <div class="controls">
      <button class="main" data-action="create-webhook" disabled=${decision.busy || url.trim() === "" || kinds.length === 0}>
        ${o.webhooks.create}
      </button>
    </div>
    ${secret
      ? html`<p class="bad">${o.secret.once}</p><${CopyField} label=${o.webhooks.secret} input="webhook-secret" value=${secret} />`
      : null}
  </form>`;
}

/** @param {{store: Store, webhook: api.Webhook, onChange: () => void}} props */
function WebhookItem({ store, webhook, onChange }) {
  const [isOpen, setIsOpen] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const decision = useDecision(store);
  const at = `/v1/webhooks/${webhook.id}`;
  /** @type {{items: readonly api.Delivery[] | null, again: () => Promise<void>, older: (() => void) | null}} */
  const {
    items: deliveries,
    again: read,
    older,
  } = useList((path) => store.read(path), isOpen ? `${at}/deliveries` : null, DELIVERIES);
  const again = async (/** @type {string} */ path) => {
    if (!(await decision.send("POST", path))) return;
    if (isOpen) await read();
    else setIsOpen(true);
  };
  const state = webhook.disabled_at
    ? o.webhooks.disabled(moment(webhook.disabled_at))
    : webhook.failing_since
      ? o.webhooks.failing(moment(webhook.failing_since))
      : o.webhooks.fine;
  return html`<article class="panel" data-webhook=${webhook.url}>
    <h3 class="address">${webhook.url}</h3>
    <p>${state}</p>
    <p class="hint">${webhook.kinds.map((kind) => o.webhooks.kinds[kind] ?? "").filter(Boolean).join(" · ")}</p>
    <${RefusalNote} refusal=${decision.refusal} />
    <div class="controls">
      <button type="button" data-action="test-webhook" disabled=${decision.busy} onClick=${() => again(`${at}/test`)}>
        ${o.webhooks.test}
      </button>
      <button type="button" data-action="deliveries" onClick=${() => (isOpen ? void read() : setIsOpen(true))}>
        ${o.webhooks.deliveries}
      </button>
      <button type="button" class="quiet" data-action="delete-webhook" onClick=${() => setLeaving(true)}>
        ${o.webhooks.remove}
      </button>
    </div>
    ${deliveries?.length === 0 ? html`<p class="hint">${o.webhooks.none}</p>` : null}
    <ul class="rows" data-list="deliveries">
      ${deliveries?.map((one) => html`<li key=${one.id} class="row" data-status=${one.status}>
        <div><b>${kindOf(one)}</b><small>${moment(one.queued_at)} · ${becameOf(one)}</small></div>
        ${one.status === "delivered"
          ? null
          : html`<button type="button" data-action="retry" onClick=${() => again(`${at}/deliveries/${one.id}/retry`)}>
              ${o.webhooks.retry}
            </button>`}
      </li>`)}
    </ul>
    <${Older} name="deliveries" press=${older} />
    ${deliveries?.length
      ? html`<${TakeTable}
          store=${store}
          title=${o.sections.webhooks}
          columns=${o.webhooks.columns}
          rows=${async () => /** @type {api.Delivery[]} */ (await store.all(`${at}/deliveries`)).map(lineOf)}
        />`
      : null}
    ${leaving
      ? html`<${Confirm}
          store=${store}
          title=${o.webhooks.remove}
          method="DELETE"
          path=${at}
          confirm=${o.webhooks.remove}
          close=${() => setLeaving(false)}
          onDone=${onChange}
        ><p>${o.webhooks.removing}</p><//>`
      : null}
  </article>`;
}

/** @param {api.Delivery} message */
const kindOf = ({ kind }) => o.webhooks.kinds[kind] ?? o.webhooks.ping;

/** The outcome of a message. @param {api.Delivery} message */
const becameOf = ({ status, response_status: answer, attempts }) =>
  [o.webhooks.statuses[status], answer ? o.webhooks.answered(answer) : "", o.webhooks.attempts(attempts)]
    .filter(Boolean)
    .join(" · ");

/** The row of a message in a table for a spreadsheet. @param {api.Delivery} message */
const lineOf = (message) => [moment(message.queued_at), kindOf(message), becameOf(message)];
