/** A decision that is tried while its form is filled in. Its effect stands beside the button that makes it. */

import { useEffect, useState } from "preact/hooks";
import { ScoreChange } from "../../games/scores.js";
import { tablesOf } from "../../shared/contests/standings.js";
import { pause } from "../../shared/stream.js";
import { Chips, html } from "../../shared/ui.js";
import { DoubleBookings } from "../double.js";
import { refusalOf, RefusalNote, useDecision } from "../form.js";
import { o } from "../words.js";
import { Changes } from "./changes.js";
import { differenceBetween } from "./model/supposition.js";
import { p } from "./words.js";

/** @typedef {import("../store.js").Store} Store */
/** @import * as api from "openapi" */
/**
 * @typedef {{
 *   method: "POST" | "PUT" | "DELETE",
 *   path: string,
 *   body?: Record<string, any>,
 *   query?: Record<string, string>,
 *   version?: number,
 *   supposes?: string,
 * }} Request `query`: the query of the address; `supposes`: the address of the contest's supposed state, if a try does not tell
 *   it
 */
/** @typedef {import("../form.js").Refusal} Refusal */

/** Pause after the last key before a try. */
const PAUSE_MS = 250;
const RETRY_MS = 2_000;
/**
 * @typedef {{key: string | undefined, answer: any, supposes: api.WhatIf | null, refusal: Refusal | null}} Trial holds the
 *   outcome of a request; `key`: the request as a text
 */

/** @type {Trial} */
const NONE = { key: undefined, answer: null, supposes: null, refusal: null };
/**
 * A value of a body, or only the presence of a reason. Other words change nothing of the effect, and need no other try.
 *
 * @param {string} field
 * @param {unknown} value
 */
const withoutReason = (field, value) => (field === "reason" ? Boolean(value) : value);
/** Paths that take events. The query of the address allows them to void a match, and not the body. */
const EVENTS = /\/events$/;

/**
 * The effect of a request, tried again after each change. It has neither an answer nor a refusal until the effect is known.
 * @param {Store} store
 * @param {Request | null} request
 * @returns {Trial}
 */
export function useTrial(store, request) {
  const [trial, setTrial] = useState(NONE);
  const key = JSON.stringify(request ?? null, withoutReason);
  useEffect(() => {
    if (!request) return undefined;
    let current = true;
    const timer = setTimeout(async () => {
      while (current) {
        const outcome = await attempt(store, request);
        if (current) setTrial({ key, ...outcome });
        if (!outcome.refusal || outcome.refusal.status > 0) return;
        // No answer came: the page tries again as soon as there may be a network.
        await pause(RETRY_MS);
      }
    }, PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [key]);
  // The outcome of another request says nothing of this one.
  return trial.key === key ? trial : NONE;
}

/**
 * @param {Store} store
 * @param {Request} request
 * @returns {Promise<Omit<Trial, "key">>}
 */
async function attempt(store, request) {
  const { method, body, version, supposes } = request;
  try {
    const answer = (await store.api.decide(method, addressOf(request), { body, version, dry: true })) ?? {};
    return { answer, supposes: supposes ? await store.api.get(supposes) : null, refusal: null };
  } catch (error) {
    return { answer: null, supposes: null, refusal: refusalOf(error) };
  }
}

/**
 * The same request, with leave to void a match that has begun.
 * @param {Request} request
 * @returns {Request}
 */
const reopening = (request) =>
  request.method === "DELETE" || EVENTS.test(request.path)
    ? { ...request, query: { ...request.query, reopen: "true" } }
    : { ...request, body: { ...request.body, reopen: true } };

/** The address of a request. @param {Request} request */
const addressOf = ({ path, query }) => (query ? `${path}?${new URLSearchParams(query)}` : path);

/**
 * The effect of a decision on its contest, from a try or from a supposed state; null if it is about no contest.
 * @param {Store} store
 * @param {import("../store.js").Contest | null} contest
 * @param {readonly (readonly import("../../shared/types.js").Row[])[]} tables
 * @param {Trial} tried
 * @returns {import("./model/changes.js").Difference | null}
 */
function differenceOf(store, contest, tables, { answer, supposes }) {
  if (answer?.difference || !contest || !supposes?.standings) return answer?.difference ?? null;
  const general = store.view.value?.general ?? [];
  return differenceBetween(
    contest,
    { tables, general },
    {
      tables: tablesOf(supposes.standings),
      podium: supposes.podium ?? [],
      general: supposes.general ?? [],
      settlement: supposes.settlement,
    },
  );
}

/**
 * Shows the effect of a request, and makes it. If others are through to a match that has begun, it asks again.
 *
 * @param {{
 *   store: Store,
 *   request: Request | null,
 *   contest: import("../store.js").Contest | null,
 *   tables?: readonly (readonly import("../../shared/types.js").Row[])[],
 *   confirm: string,
 *   action: string,
 *   onDone: (answer: any) => void,
 *   match?: import("../../shared/types.js").MatchView | null,
 *   danger?: boolean,
 *   tells?: (answer: any) => string,
 *   children?: any,
 * }} props `children`: the fields below the effect; `match`: its present state, if the decision goes into its log; `tells`: the
 *   answer to a try, if that is no difference of tables
 */
export function Decision({
  store,
  request,
  contest,
  tables = [],
  confirm,
  action,
  onDone,
  match = null,
  danger = false,
  tells,
  children,
}) {
  const [reopen, setReopen] = useState(false);
  const decision = useDecision(store);
  const final = request && reopen ? reopening(request) : request;
  const trial = useTrial(store, final);
  const { answer, refusal } = trial;
  const difference = differenceOf(store, contest, tables, trial);
  const closure = refusal?.body.code === "closed" ? /** @type {any} */ (refusal.body) : null;
  const make = async () => {
    if (!final) return;
    const outcome = await decision.send(final.method, addressOf(final), final.body, { version: final.version });
    if (!outcome) return;
    await store.reload();
    onDone(outcome);
  };
  return html`
    <div class="form" aria-live="polite">
      ${closure
        ? html`
            <p class="bad" role="alert">${p.closed}</p>
            ${closure.difference
              ? html`<${Changes} store=${store} difference=${closure.difference} contest=${contest} tables=${tables} />`
              : null}
          `
        : html`<${RefusalNote} refusal=${decision.refusal ?? refusal} />`}
      ${difference ? html`<${Changes} store=${store} difference=${difference} contest=${contest} tables=${tables} />` : null}
      ${match && answer?.view ? html`<${ScoreChange} before=${match} after=${answer.view} title=${p.changes.score} />` : null}
      <${DoubleBookings} warnings=${answer?.warnings} />
      ${answer && tells ? html`<p data-told>${tells(answer)}</p>` : null}
      ${!final || answer || refusal ? null : html`<p class="hint" data-trying>${p.trying}</p>`}
    </div>
    ${children}
    ${final
      ? html`<div class="controls makes">
          ${closure && !reopen
            ? html`<button type="button" class="danger" data-action="reopen" onClick=${() => setReopen(true)}>
                ${p.reopen}
              </button>`
            : null}
          ${closure
            ? null
            : html`<button
                type="button"
                class=${danger ? "danger" : "main"}
                data-action=${action}
                disabled=${!answer || decision.busy}
                onClick=${make}
              >${confirm}</button>`}
        </div>`
      : null}
  `;
}

/**
 * The reason of a decision: one of the usual reasons in a tap, or other words.
 * @param {{reasons: readonly string[], value: string, set: (value: string) => void}} props
 */
export function Reason({ reasons, value, set }) {
  return html`
    <${Chips}
      legend=${p.reason}
      input="reason"
      value=${value}
      choose=${set}
      options=${reasons.map((one) => ({ value: one, label: one }))}
    />
    <label class="wide">
      <span>${p.otherReason}</span>
      <input
        data-input="reason.text"
        maxlength="500"
        value=${value}
        onInput=${(/** @type {any} */ event) => set(event.target.value)}
      />
      <small>${p.reasonHint}</small>
    </label>
  `;
}
