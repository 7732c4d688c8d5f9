/** A decision that is tried while it is filled in: what it would change stands beside the button that makes it. */

import { useEffect, useState } from "preact/hooks";
import { ScoreChange } from "../../games/scores.js";
import { tablesOf } from "../../shared/contests/standings.js";
import { pause } from "../../shared/stream.js";
import { Chips, html } from "../../shared/ui.js";
import { DoubleBookings } from "../double.js";
import { refusalOf, Refused, useDecision } from "../form.js";
import { o } from "../words.js";
import { Changes } from "./changes.js";
import { supposed } from "./model/supposed.js";
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
 * }} Request `query`: what the address says beside it; `supposes`: where the service says how the contest would stand then, if
 *   trying does not tell
 */
/** @typedef {import("../form.js").Refusal} Refusal */

/** How long somebody types before it is tried. */
const PAUSE_MS = 250;
const RETRY_MS = 2_000;
/**
 * @typedef {{asked: string | undefined, answer: any, supposes: api.WhatIf | null, refusal: Refusal | null}} Tried what was asked,
 *   and what it came to
 */

/** @type {Tried} */
const NONE = { asked: undefined, answer: null, supposes: null, refusal: null };
/**
 * Why something is decided changes nothing of what it does: other words need no other try.
 *
 * @param {string} field
 * @param {unknown} value
 */
const withoutReason = (field, value) => (field === "reason" ? Boolean(value) : value);
/** Where events go, which are told by their address that they may void a match. */
const EVENTS = /\/events$/;

/**
 * What a request would do, again whenever it changes; neither an answer nor a refusal until that is known.
 * @param {Store} store
 * @param {Request | null} request
 * @returns {Tried}
 */
export function useTried(store, request) {
  const [tried, setTried] = useState(NONE);
  const asked = JSON.stringify(request ?? null, withoutReason);
  useEffect(() => {
    if (!request) return undefined;
    let current = true;
    const timer = setTimeout(async () => {
      while (current) {
        const found = await attempt(store, request);
        if (current) setTried({ asked, ...found });
        if (!found.refusal || found.refusal.status > 0) return;
        // Nobody answered: it is tried again as soon as there may be a network.
        await pause(RETRY_MS);
      }
    }, PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [asked]);
  // What was found out about another request says nothing of this one.
  return tried.asked === asked ? tried : NONE;
}

/**
 * @param {Store} store
 * @param {Request} request
 * @returns {Promise<Omit<Tried, "asked">>}
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
 * The same, also where it voids a match that has begun.
 * @param {Request} request
 * @returns {Request}
 */
const reopening = (request) =>
  request.method === "DELETE" || EVENTS.test(request.path)
    ? { ...request, query: { ...request.query, reopen: "true" } }
    : { ...request, body: { ...request.body, reopen: true } };

/** Where a request goes. @param {Request} request */
const addressOf = ({ path, query }) => (query ? `${path}?${new URLSearchParams(query)}` : path);

/**
 * What a decision would change in its contest, in whichever way that was found out; null where it is about none.
 * @param {Store} store
 * @param {import("../store.js").Contest | null} contest
 * @param {readonly (readonly import("../../shared/types.js").Row[])[]} tables
 * @param {Tried} tried
 * @returns {import("./model/changes.js").Difference | null}
 */
function differenceOf(store, contest, tables, { answer, supposes }) {
  if (answer?.difference || !contest || !supposes?.standings) return answer?.difference ?? null;
  const general = store.view.value?.general ?? [];
  return supposed(
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
 * Shows what a request would change, and makes it. Where others are through to a match that has begun, it asks again.
 *
 * @param {{
 *   store: Store,
 *   request: Request | null,
 *   contest: import("../store.js").Contest | null,
 *   tables?: readonly (readonly import("../../shared/types.js").Row[])[],
 *   confirm: string,
 *   action: string,
 *   done: (answer: any) => void,
 *   match?: import("../../shared/types.js").MatchView | null,
 *   danger?: boolean,
 *   tells?: (tried: any) => string,
 *   children?: any,
 * }} props `children`: what is asked below what would change; `match`: as it is now, where the decision goes into its log;
 *   `tells`: what trying it says, where that is no difference of tables
 */
export function Decision({
  store,
  request,
  contest,
  tables = [],
  confirm,
  action,
  done,
  match = null,
  danger = false,
  tells,
  children,
}) {
  const [reopen, setReopen] = useState(false);
  const decision = useDecision(store);
  const sent = request && reopen ? reopening(request) : request;
  const tried = useTried(store, sent);
  const { answer, refusal } = tried;
  const difference = differenceOf(store, contest, tables, tried);
  const closed = refusal?.body.code === "closed" ? /** @type {any} */ (refusal.body) : null;
  const make = async () => {
    if (!sent) return;
    const made = await decision.send(sent.method, addressOf(sent), sent.body, { version: sent.version });
    if (!made) return;
    await store.reload();
    done(made);
  };
  return html`
    <div class="form" aria-live="polite">
      ${closed
        ? html`
            <p class="bad" role="alert">${p.closed}</p>
            ${closed.difference
              ? html`<${Changes} store=${store} difference=${closed.difference} contest=${contest} tables=${tables} />`
              : null}
          `
        : html`<${Refused} refusal=${decision.refusal ?? refusal} />`}
      ${difference ? html`<${Changes} store=${store} difference=${difference} contest=${contest} tables=${tables} />` : null}
      ${match && answer?.view ? html`<${ScoreChange} before=${match} after=${answer.view} title=${p.changes.score} />` : null}
      <${DoubleBookings} warnings=${answer?.warnings} />
      ${answer && tells ? html`<p data-told>${tells(answer)}</p>` : null}
      ${!sent || answer || refusal ? null : html`<p class="hint" data-trying>${p.trying}</p>`}
    </div>
    ${children}
    ${sent
      ? html`<div class="controls makes">
          ${closed && !reopen
            ? html`<button type="button" class="danger" data-action="reopen" onClick=${() => setReopen(true)}>
                ${p.reopen}
              </button>`
            : null}
          ${closed
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
 * Why something is decided: one of the usual reasons in a tap, or other words.
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
