/**
 * A decision that is tried first: what it would change is shown in words, and only then is it made. Also for what only voids a
 * match that others are through to, which the service does when it is told so.
 */

import { useEffect, useState } from "preact/hooks";
import { k } from "../shared/contests/words.js";
import { html, Sheet } from "../shared/ui.js";
import { joined, w } from "../shared/words.js";
import { Refused, useDecision } from "./form.js";
import { o } from "./words.js";

/** @import * as api from "openapi" */
/** @typedef {import("./store.js").Store} Store */
/** @typedef {Partial<api.ContestDifference> & Partial<api.GeneralDifference>} AnyDifference */
/** @typedef {{name: string | null, players?: readonly {name: string | null}[]}} Named */

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
      ? html`<p class="bad" role="alert">${o.difference.closed}</p>
          ${closed.difference ? html`<${Changes} store=${store} difference=${closed.difference} />` : null}
          <div class="controls"><button type="button" class="danger" data-action="reopen" onClick=${() => setReopen(true)}>${o.difference.reopen}</button></div>`
      : html`<${Refused} refusal=${decision.refusal} />`}
    ${tried?.difference ? html`<${Changes} store=${store} difference=${tried.difference} />` : null}
    ${!tried && !decision.refusal ? html`<p role="status">${o.trying}</p>` : null}
    ${tried ? html`<div class="controls"><button type="button" class=${danger ? "danger" : "main"} data-action="confirm" disabled=${decision.busy} onClick=${make}>${confirm}</button></div>` : null}
  <//>`;
}

/**
 * What a decision changes, in words: the phase, the podium, who goes on, the rows of the tables, the matches that become void.
 * @param {{store: Store, difference: AnyDifference}} props
 */
export function Changes({ store, difference }) {
  const d = o.difference;
  const name = (/** @type {Named} */ one) => store.name(one);
  const lines = [];
  if (difference.phase && difference.phase.before !== difference.phase.after) lines.push(d.phase(k.phases[difference.phase.before], k.phases[difference.phase.after]));
  if (difference.podium && changed(difference.podium)) {
    const stand = (/** @type {readonly api.PodiumView[]} */ steps) => (steps.length === 0 ? d.undecided : steps.map((one) => `${w.place(one.place)} ${name(one.player)}`).join(", "));
    lines.push(d.podium(stand(difference.podium.before), stand(difference.podium.after)));
  }
  if (difference.through && changed(difference.through)) {
    const list = (/** @type {readonly Named[]} */ people) => (people.length === 0 ? d.nobody : joined(people.map(name)));
    lines.push(d.through(list(difference.through.before), list(difference.through.after)));
  }
  for (const one of difference.voids ?? []) lines.push(d.voids(k.kinds[one.kind], joined(one.entrants.map(name))));
  return html`<div class="changes" data-difference>
    ${lines.length > 0 ? html`<ul>${lines.map((one) => html`<li>${one}</li>`)}</ul>` : null}
    <${Rows} title=${d.table} rows=${difference.rows ?? []} name=${name} points=${(/** @type {any} */ row) => row.ptos ?? row.points} />
    <${Rows} title=${d.general} rows=${difference.general ?? []} name=${name} points=${(/** @type {any} */ row) => row.points} />
    ${lines.length + (difference.rows ?? []).length + (difference.general ?? []).length === 0 ? html`<p>${d.nothing}</p>` : null}
  </div>`;
}

/** @param {{before: unknown, after: unknown}} one */
const changed = ({ before, after }) => JSON.stringify(before) !== JSON.stringify(after);

/**
 * The rows of a table that change: place and points before and after.
 * @param {{title: string, rows: readonly {player: Named, before: any, after: any}[], name: (one: Named) => string, points: (row: any) => number | undefined}} props
 */
function Rows({ title, rows, name, points }) {
  if (rows.length === 0) return null;
  const cell = (/** @type {any} */ row) => (row ? `${w.place(row.place)}${points(row) === undefined ? "" : ` · ${w.points(points(row) ?? 0)}`}` : "—");
  return html`<div class="scroll"><table class="figures">
    <caption>${title}</caption>
    <thead><tr><th scope="col">${o.player}</th><th scope="col">${o.difference.before}</th><th scope="col">${o.difference.after}</th></tr></thead>
    <tbody>${rows.map((row) => html`<tr><th scope="row">${name(row.player)}</th><td>${cell(row.before)}</td><td>${cell(row.after)}</td></tr>`)}</tbody>
  </table></div>`;
}
