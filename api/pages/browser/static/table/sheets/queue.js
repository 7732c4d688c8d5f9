/** The waiting events of this device: their time, a file of them to take off, and a field for such a file. */

import { useState } from "preact/hooks";
import { Problem, Unreachable } from "../../shared/api.js";
import { hourOf } from "../../shared/dates.js";
import { save } from "../../shared/save.js";
import { html } from "../../shared/ui.js";
import { w } from "../../shared/words.js";
import { line } from "./history.js";

/** @typedef {import("../store.js").Table} Table */
/** @typedef {import("../../shared/types.js").Outgoing} Outgoing */
/** @typedef {import("../../shared/types.js").QueueGiven} QueueGiven */

const NDJSON = "application/x-ndjson";

/** @param {{table: Table}} props */
export function Queue({ table }) {
  const waiting = table.outbox.waiting.value;
  return html`
    <p role="status">${waiting.length > 0 ? w.queue.waits(waiting.length, time(waiting[0].since)) : w.saved}</p>
    ${table.storage.keeps.value === "all" ? null : html`<p class="trouble">${w.queue.keeps[table.storage.keeps.value]}</p>`}
    ${waiting.length > 0
      ? html`
          <ol class="waiting">
            ${waiting.map((item) => html`<li key=${item.key}>${line(table, item.event)} <small>${time(item.since)}</small></li>`)}
          </ol>
          <div class="controls"><${TakeOff} table=${table} /></div>
        `
      : null}
    <${GiveIn} table=${table} />
  `;
}

/**
 * The queue as a file. The file's name says its device.
 * @param {{table: Table}} props
 */
export function TakeOff({ table }) {
  const take = () => save(new Blob([fileOf(table)], { type: NDJSON }), `${table.match}.queue.jsonl`);
  return html`<button type="button" class="quiet" data-take-off onClick=${take}>${w.queue.takeOff}</button>`;
}

/**
 * The waiting events in the form of the service: the match first, then an event a line with its key.
 * @param {Table} table
 */
function fileOf(table) {
  const items = table.outbox.waiting.value.filter((item) => item.pin === undefined);
  const first = { type: "queue", match: table.match, version: items[0]?.after ?? table.view.value?.version ?? 0 };
  return [first, ...items.map((item) => ({ ...item.event, key: item.key }))].map((one) => `${JSON.stringify(one)}\n`).join("");
}

/**
 * Gives in a queue that was taken off another device, after it has shown the outcome of each line.
 * @param {{table: Table}} props
 */
function GiveIn({ table }) {
  const [file, setFile] = useState("");
  const [outcome, setOutcome] = useState(/** @type {QueueGiven | null} */ (null));
  const [trouble, setTrouble] = useState("");
  const give = async (/** @type {string} */ lines, /** @type {boolean} */ dry) => {
    setTrouble("");
    setOutcome(null);
    try {
      setOutcome(await table.api.giveQueue(table.match, lines, { dry }));
      setFile(dry ? lines : "");
      if (!dry) await table.refresh();
    } catch (error) {
      setFile("");
      if (error instanceof Unreachable) setTrouble(w.offline);
      else if (error instanceof Problem) setTrouble(error.message);
      else throw error;
    }
  };
  const read = async (/** @type {HTMLInputElement} */ input) => {
    const upload = input.files?.[0];
    if (!upload) return;
    await give(await upload.text(), true);
    input.value = "";
  };
  const refusals = (outcome?.items ?? []).filter((item) => item.status === "refused");
  const counts = outcome && /** @type {const} */ ([count(outcome, "stored"), count(outcome, "there"), refusals.length]);
  return html`<section class="form">
    <label class="wide">
      <span>${w.queue.giveIn}</span>
      <input
        type="file"
        data-give-in
        onChange=${(/** @type {any} */ event) => void read(event.target)}
      />
    </label>
    ${trouble ? html`<p class="bad" role="alert">${trouble}</p>` : null}
    ${counts
      ? html`<p
          class=${file ? "hint" : "good"}
          role="status"
          data-given=${file ? undefined : ""}
          data-would-give=${file ? "" : undefined}
        >${(file ? w.queue.would : w.queue.given)(...counts)}</p>`
      : null}
    ${refusals.map((item) => html`<p key=${item.line} class="bad">
      ${w.queue.line(item.line)}
      : ${item.problem?.detail ?? item.problem?.title}
    </p>`)}
    ${file && outcome && count(outcome, "stored") > 0
      ? html`<div class="controls">
          <button type="button" class="main" data-give onClick=${() => void give(file, false)}>
            ${w.queue.give(count(outcome, "stored"))}
          </button>
        </div>`
      : null}
  </section>`;
}

/**
 * @param {QueueGiven} outcome
 * @param {string} status
 */
const count = (outcome, status) => outcome.items.filter((item) => item.status === status).length;

/** @param {number} at the time in milliseconds since 1970 */
const time = (at) => hourOf(new Date(at));
