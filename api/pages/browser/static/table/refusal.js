/** A refusal of the service, beside its state. It tells the waiting events that could still be recorded. */

import { computed, signal } from "@preact/signals";
import { Problem, Unreachable } from "../shared/api.js";

/** @typedef {import("../shared/types.js").Outgoing} Outgoing */
/** @typedef {import("../shared/types.js").Entry} Entry */
/** @typedef {import("../shared/types.js").GameEvent} GameEvent */
/** @typedef {{version: number, since: Entry[], still: Map<string, import("../shared/types.js").Still>}} Findings */

/** Number of events that one request holds. */
const AT_ONCE = 500;
/** Events that may rightly be said twice, one right after the other. */
const MAY_REPEAT = new Set(["note", "sanction", "extra_time"]);

export class Refusal {
  /** @param {import("./store.js").Table} table */
  constructor(table) {
    this.table = table;
    /** @type {import("@preact/signals").Signal<Findings | null>} */
    this.findings = signal(null);
    /** The choices of a person against the proposal. */
    /** @type {import("@preact/signals").Signal<ReadonlyMap<string, boolean>>} */
    this.choices = signal(new Map());
    this.keepers = computed(() => this.table.outbox.waiting.value.filter((item) => this.keeps(item)));
  }

  /** Asks the service for the entries since, and for the present outcome of each waiting event. */
  async examine() {
    const items = this.table.outbox.waiting.value.slice(0, AT_ONCE);
    if (items.length === 0) return;
    const after = items[0].after;
    this.choices.value = new Map();
    this.findings.value = null;
    try {
      // The request names a version that is surely past, so that every event is judged by itself and none is in the way of the
      // next.
      await this.table.api.rehearseAll(
        this.table.match,
        items.map((item) => item.event),
        after - 1,
      );
    } catch (error) {
      if (!(error instanceof Problem)) {
        if (error instanceof Unreachable) return;
        throw error;
      }
      const { version, since = [], still = [] } = error.body;
      if (version === undefined) return;
      this.findings.value = {
        version,
        since: since.filter((entry) => entry.version > after),
        still: new Map(items.map((item, i) => [item.key, still[i]])),
      };
    }
  }

  /**
   * True if an event is going to be sent once more.
   * @param {Outgoing} item
   */
  keeps(item) {
    const findings = this.findings.value;
    const isProposal = findings !== null && (findings.still.get(item.key) ?? "regular") !== "impossible" && !this.isThere(item);
    return this.choices.value.get(item.key) ?? isProposal;
  }

  /** @param {Outgoing} item */
  toggle(item) {
    this.choices.value = new Map([...this.choices.value, [item.key, !this.keeps(item)]]);
  }

  /**
   * True if another device has recorded the same.
   * @param {Outgoing} item
   */
  isThere(item) {
    return (this.findings.value?.since ?? []).some((entry) => same(entry, item.event));
  }

  /**
   * Goes on with these events, and without the others.
   * @param {readonly Outgoing[]} [keep] the events to keep, as shown
   */
  async settle(keep = this.keepers.value) {
    try {
      await this.table.refresh();
    } catch (error) {
      if (error instanceof Unreachable || error instanceof Problem) return;
      throw error;
    }
    this.table.outbox.settle(keep, this.table.savedView.value?.version ?? 1);
  }
}

/**
 * True if a refused event is in the log already: right after the version at which it was meant, from another device.
 * @param {Problem} problem
 * @param {Outgoing} item
 */
export function isThere(problem, item) {
  const [next] = problem.body.code === "conflict" ? (problem.body.since ?? []) : [];
  return next !== undefined && next.version === item.after + 1 && !MAY_REPEAT.has(item.event.type) && same(next, item.event);
}

/**
 * True if an entry of the log says the same as an event, apart from the fields that the rules fill in.
 * @param {Entry} entry
 * @param {GameEvent} event
 */
const same = (entry, event) => Object.entries(event).every(([field, value]) => plain(entry[field]) === plain(value));

/**
 * A value in one way of writing it. An empty value is as good as none.
 * @param {any} value
 * @returns {string}
 */
function plain(value) {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return "";
  if (Array.isArray(value)) return `[${value.map(plain).join(",")}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  const fields = Object.keys(value).filter((field) => plain(value[field]) !== "");
  return `{${fields
    .sort()
    .map((field) => `${field}:${plain(value[field])}`)
    .join(",")}}`;
}
