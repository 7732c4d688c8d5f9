/** A refusal of the service: its state, beside the taps on this device, and the outcome for each of those. */

import { html } from "../shared/ui.js";
import { w } from "../shared/words.js";
import { line } from "./sheets/history.js";
import { TakeOff } from "./sheets/queue.js";

/** @typedef {import("./store.js").Table} Table */
/** @typedef {import("../shared/types.js").Outgoing} Outgoing */

/** @param {{table: Table, problem: import("../shared/api.js").Problem}} props */
export function Refusal({ table, problem }) {
  if (table.outbox.isDenied) return html`<${NoAccess} table=${table} />`;
  if (problem.body.code === "void") return html`<${Replacement} table=${table} instead=${problem.body.instead ?? null} />`;
  const findings = table.refusal.findings.value;
  const waiting = table.outbox.waiting.value;
  const keepers = table.refusal.keepers.value;
  const reason = problem.body.code === "conflict" ? w.changed : problem.message;
  return html`<section class="stopped" role="alert" data-stopped=${problem.body.code}>
    <p class="trouble"><b>${w.refused}: ${line(table, waiting[0].event)}.</b> ${reason}</p>
    <div class="beside">
      <div>
        <h3>${w.stopped.there}</h3>
        ${findings === null
          ? html`<p class="hint">…</p>`
          : findings.since.length === 0
            ? html`<p class="hint">${w.stopped.same}</p>`
            : html`<ol>
                ${findings.since.map(
                  (entry) => html`<li key=${entry.version}><small>${entry.version}</small> ${line(table, entry)}</li>`,
                )}
              </ol>`}
      </div>
      <div>
        <h3>${w.stopped.here}</h3>
        <div class="list">${waiting.map((item) => html`<${Choice} key=${item.key} table=${table} item=${item} />`)}</div>
      </div>
    </div>
    <div class="controls">
      ${keepers.length > 0
        ? html`<button type="button" class="main" data-settle="keep" onClick=${() => void table.refusal.settle()}>
            ${w.stopped.keep(keepers.length, waiting.length)}
          </button>`
        : null}
      <button
        type="button"
        class=${keepers.length === 0 ? "main" : ""}
        data-settle="drop"
        onClick=${() => void table.refusal.settle([])}
      >${w.stopped.drop(waiting.length)}</button>
      <${TakeOff} table=${table} />
    </div>
  </section>`;
}

/**
 * A note that the match counts no more. The waiting events stay on the device until a person has taken them off or thrown them
 * away.
 * @param {{table: Table, instead: {fixture: string, match: string | null} | null}} props
 */
export function Replacement({ table, instead }) {
  const waiting = table.outbox.waiting.value;
  return html`<section class="stopped" role="alert" data-stopped="void">
    <p class="trouble"><b>${w.gone.title}</b> ${w.gone.text}</p>
    ${waiting.length > 0
      ? html`<h3>${w.gone.kept(waiting.length)}</h3>
          <ol data-kept>${waiting.map((item) => html`<li key=${item.key}>${line(table, item.event)}</li>`)}</ol>`
      : null}
    <div class="controls">
      ${instead?.match ? html`<a class="button main" data-instead href=${`/table/${instead.match}`}>${w.gone.instead}</a>` : null}
      ${waiting.length > 0 && table.outbox.problem.value
        ? html`
            <button type="button" data-retry onClick=${() => table.outbox.resume()}>${w.retry}</button>
            <button type="button" data-settle="drop" onClick=${() => void table.refusal.settle([])}>
              ${w.stopped.drop(waiting.length)}
            </button>
            <${TakeOff} table=${table} />
          `
        : null}
    </div>
  </section>`;
}

/** @param {{table: Table, item: Outgoing}} props */
function Choice({ table, item }) {
  const still = table.refusal.findings.value?.still.get(item.key);
  const keeps = table.refusal.keeps(item);
  const state = table.refusal.isThere(item) ? w.stopped.recorded : still ? w.stopped.still[still] : "";
  return html`<button
    type="button"
    data-waiting=${item.key}
    data-still=${still}
    aria-pressed=${String(keeps)}
    onClick=${() => table.refusal.toggle(item)}
  ><span>${line(table, item.event)}</span> <small>${state} · ${keeps ? w.stopped.kept : w.stopped.dropped}</small></button>`;
}

/**
 * A note that the token was taken back. The taps stay here until there is another token.
 * @param {{table: Table}} props
 */
function NoAccess({ table }) {
  return html`<section class="stopped" role="alert" data-stopped="unauthenticated">
    <p class="trouble"><b>${w.denied.title}</b> ${w.denied.text}</p>
    <div class="controls">
      <button type="button" class="main" data-retry onClick=${() => table.outbox.resume()}>${w.retry}</button>
      <${TakeOff} table=${table} />
    </div>
  </section>`;
}
