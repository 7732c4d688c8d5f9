/** A decision that is tried while it is filled in: what it would change stands beside the button that makes it. */

import { useEffect, useState } from "preact/hooks";
import { pause } from "../../shared/stream.js";
import { Chips, html } from "../../shared/ui.js";
import { refusalOf, Refused, useDecision } from "../form.js";
import { o } from "../words.js";
import { ScoreChange } from "../../shared/scores.js";
import { Changes } from "./changes.js";
import { p } from "./words.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {{method: "POST" | "PUT" | "DELETE", path: string, body?: Record<string, any>, version?: number}} Request */
/** @typedef {import("../form.js").Refusal} Refusal */

/** How long somebody types before it is tried. */
const PAUSE_MS = 250;
const RETRY_MS = 2_000;
/** @typedef {{asked: string | undefined, answer: any, refusal: Refusal | null}} Tried what was asked, and what it came to */

/** @type {Tried} */
const NONE = { asked: undefined, answer: null, refusal: null };

/**
 * What a request would do, again whenever it changes; neither an answer nor a refusal until that is known.
 * @param {Store} store
 * @param {Request | null} request
 * @returns {Tried}
 */
export function useTried(store, request) {
  const [tried, setTried] = useState(NONE);
  const asked = JSON.stringify(request ?? null);
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
 * @returns {Promise<{answer: any, refusal: Refusal | null}>}
 */
async function attempt(store, { method, path, body, version }) {
  try {
    return { answer: (await store.api.decide(method, path, { body, version, dry: true })) ?? {}, refusal: null };
  } catch (error) {
    return { answer: null, refusal: refusalOf(error) };
  }
}

/**
 * Shows what a request would change, and makes it. Where others are through to a match that has begun, it asks again.
 * @param {{store: Store, request: Request | null, contest: import("../store.js").Contest | null, tables?: readonly (readonly import("../../shared/types.js").Row[])[], confirm: string, action: string, done: (answer: any) => void, match?: import("../../shared/types.js").MatchView | null, danger?: boolean, tells?: (tried: any) => string}} props
 *   `match`: as it is now, where the decision goes into its log; `tells`: what trying it says, where that is no difference of tables
 */
export function Decision({ store, request, contest, tables = [], confirm, action, done, match = null, danger = false, tells }) {
  const [reopen, setReopen] = useState(false);
  const decision = useDecision(store);
  const sent = request && reopen ? { ...request, body: { ...request.body, reopen: true } } : request;
  const { answer, refusal } = useTried(store, sent);
  const closed = refusal?.body.code === "closed" ? /** @type {any} */ (refusal.body) : null;
  const make = async () => {
    if (!sent) return;
    const made = await decision.send(sent.method, sent.path, sent.body, { version: sent.version });
    if (!made) return;
    await store.reload();
    done(made);
  };
  if (!sent) return null;
  return html`
    <div aria-live="polite">
      ${closed
        ? html`<p class="bad" role="alert">${p.closed}</p>
            ${closed.difference ? html`<${Changes} store=${store} difference=${closed.difference} contest=${contest} tables=${tables} />` : null}`
        : html`<${Refused} refusal=${decision.refusal ?? refusal} />`}
      ${answer?.difference ? html`<${Changes} store=${store} difference=${answer.difference} contest=${contest} tables=${tables} />` : null}
      ${match && answer?.view ? html`<${ScoreChange} before=${match} after=${answer.view} />` : null}
      ${answer && tells ? html`<p data-told>${tells(answer)}</p>` : null}
      ${answer || refusal ? null : html`<p class="hint" data-trying>${p.trying}</p>`}
    </div>
    <div class="controls makes">
      ${closed && !reopen ? html`<button type="button" class="danger" data-action="reopen" onClick=${() => setReopen(true)}>${p.reopen}</button>` : null}
      ${closed ? null : html`<button type="button" class=${danger ? "danger" : "main"} data-action=${action} disabled=${!answer || decision.busy} onClick=${make}>${confirm}</button>`}
    </div>`;
}

/**
 * Why something is decided: one of the usual reasons in a tap, or other words.
 * @param {{reasons: readonly string[], value: string, set: (value: string) => void}} props
 */
export function Reason({ reasons, value, set }) {
  return html`<${Chips} legend=${p.reason} input="reason" value=${value} choose=${set} options=${reasons.map((one) => ({ value: one, label: one }))} />
    <label class="wide"><span>${p.otherReason}</span><input data-input="reason.text" maxlength="500" value=${value} onInput=${(/** @type {any} */ event) => set(event.target.value)} /><small>${p.reasonHint}</small></label>`;
}
