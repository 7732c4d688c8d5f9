/**
 * A decision that is tried first: what it would change is shown in words, and only then is it made. Also for what only voids a
 * match that others are through to, which the service does when it is told so.
 */

import { useEffect, useState } from "preact/hooks";
import { html, Sheet } from "../shared/ui.js";
import { w } from "../shared/words.js";
import { Refused, useDecision } from "./form.js";
import { Changes } from "./play/changes.js";
import { p } from "./play/words.js";
import { o } from "./words.js";

/** @typedef {import("./store.js").Store} Store */

/**
 * Asks before a decision is made, and says what it would change.
 * @param {{store: Store, title: string, method: "POST" | "PUT" | "DELETE", path: string, body?: Record<string, any>, version?: number, confirm: string, danger?: boolean, close: () => void, done?: (answer: any) => void, children?: any}} props
 *   `children`: what it means, above what it changes
 */
export function Confirm({ store, title, method, path, body, version, confirm, danger, close, done, children }) {
  const decision = useDecision(store);
  const [tried, setTried] = useState(/** @type {any} */ (null));
  const [reopen, setReopen] = useState(false);
  const sent = reopen ? { ...body, reopen: true } : body;
  useEffect(() => {
    void decision.send(method, path, sent, { dry: true, version }).then(setTried);
  }, [reopen]);
  const make = async () => {
    const answer = await decision.send(method, path, sent, { version });
    if (!answer) return;
    await store.reload();
    close();
    done?.(answer);
  };
  const closed = decision.refusal?.body.code === "closed" ? decision.refusal.body : null;
  return html`<${Sheet} title=${title} name="confirm" close=${close} closeWord=${w.close}>
    ${children}
    ${closed
      ? html`<p class="bad" role="alert">${p.closed}</p>
          ${closed.difference ? html`<${Changes} store=${store} difference=${closed.difference} contest=${store.contest.value} tables=${[]} />` : null}
          <div class="controls"><button type="button" class="danger" data-action="reopen" onClick=${() => setReopen(true)}>${p.reopen}</button></div>`
      : html`<${Refused} refusal=${decision.refusal} />`}
    ${tried?.difference ? html`<${Changes} store=${store} difference=${tried.difference} contest=${store.contest.value} tables=${[]} />` : null}
    ${!tried && !decision.refusal ? html`<p role="status">${o.trying}</p>` : null}
    ${tried ? html`<div class="controls"><button type="button" class=${danger ? "danger" : "main"} data-action="confirm" disabled=${decision.busy} onClick=${make}>${confirm}</button></div>` : null}
  <//>`;
}
