/**
 * Queue of the events that were tapped and are not acknowledged yet, in order, kept on the device. One event at a time is sent,
 * under the key that it got when it was tapped, so that a retry stores nothing twice. A refusal stops the queue until a person
 * has decided on it.
 */

import { signal } from "@preact/signals";
import { Problem, Unreachable } from "./api.js";
import { newKey } from "./keys.js";
import { pause } from "./stream.js";

/** @typedef {import("./types.js").Outgoing} Outgoing */
/** @typedef {import("./types.js").EventAnswer} EventAnswer */
/** @typedef {import("./types.js").GameEvent} GameEvent */

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8_000;
const UNAUTHENTICATED = 401;

export class Outbox {
  /**
   * @param {import("./storage.js").MatchStorage} storage
   * @param {(item: Outgoing) => Promise<EventAnswer>} send
   * @param {{
   *   onSave: (answer: EventAnswer, item: Outgoing) => Promise<void>,
   *   connection: (online: boolean) => void,
   *   there: (problem: Problem, item: Outgoing) => Promise<boolean>,
   * }} tell `there`: true if a refused event is in the log already, from another device
   */
  constructor(storage, send, tell) {
    this.tab = storage.tab;
    this.storage = storage;
    this.send = send;
    this.tell = tell;
    /** @type {import("@preact/signals").Signal<readonly Outgoing[]>} */
    this.waiting = signal([]);
    /** The refusal of the first event. Nothing is sent until a person has decided on it. */
    /** @type {import("@preact/signals").Signal<Problem | null>} */
    this.problem = signal(null);
    this.running = false;
    this.last = 0;
  }

  /** Takes up the queue that an earlier visit left. */
  async load() {
    this.#takeUp(await this.storage.waiting((items) => {
      this.#takeUp(items);
      void this.run();
    }));
  }

  /**
   * Puts events of an earlier visit into the queue.
   * @param {Outgoing[]} items
   */
  #takeUp(items) {
    this.last = Math.max(this.last, ...items.map((item) => item.n));
    const all = new Map([...items, ...this.waiting.value].map((item) => [item.key, item]));
    this.waiting.value = [...all.values()].sort((one, other) => one.n - other.n);
  }

  /**
   * Puts an event at the end of the queue.
   * @param {GameEvent} event
   * @param {number} after the version at which it was meant
   * @param {string} [pin]
   */
  add(event, after, pin) {
    if (!this.tab.holds()) return;
    // By the clock, so that two tabs never give one place to two events.
    this.last = Math.max(this.last + 1, Date.now());
    // An event that is sent at once is marked so at once: each writing holds up the tap.
    const sent = !this.running && this.waiting.value.length === 0 && !this.problem.value;
    const item = { n: this.last, key: newKey(), event, after, pin, since: Date.now(), sent };
    // A PIN is kept nowhere: after a reload it has to be typed again.
    if (pin === undefined) this.storage.put(item);
    this.waiting.value = [...this.waiting.value, item];
    void this.run();
  }

  /**
   * Takes events that were never sent out of the queue, from this one on.
   * @param {Outgoing} from
   */
  takeBack(from) {
    const items = this.waiting.value.filter((item) => item.n >= from.n && !item.sent);
    this.storage.drop(items);
    this.waiting.value = this.waiting.value.filter((item) => !items.includes(item));
  }

  /**
   * Goes on after a refusal: with these events, meant at this version and those after it, and without the others.
   * @param {readonly Outgoing[]} keep
   * @param {number} version
   */
  settle(keep, version) {
    this.storage.drop(this.waiting.value.filter((item) => !keep.some((one) => one.key === item.key)));
    this.waiting.value = keep.map((item, i) => ({ ...item, after: version + i, sent: false }));
    for (const item of this.waiting.value) if (item.pin === undefined) this.storage.put(item);
    this.problem.value = null;
    void this.run();
  }

  /** Sends the waiting events, until none is left or the service refuses one. */
  async run() {
    if (this.running) return;
    this.running = true;
    let wait = FIRST_WAIT_MS;
    while (this.waiting.value.length > 0 && !this.problem.value && this.tab.holds()) {
      const item = this.#sending();
      try {
        const answer = await this.send(item);
        this.tell.connection(true);
        this.storage.drop([item]);
        await this.tell.onSave(answer, item);
      } catch (error) {
        if (error instanceof Unreachable || (error instanceof Problem && error.passes)) {
          this.tell.connection(!(error instanceof Unreachable));
          await pause(wait);
          wait = Math.min(wait * 2, LONGEST_WAIT_MS);
          continue;
        }
        if (!(error instanceof Problem)) throw error;
        this.tell.connection(true);
        if (!(await this.tell.there(error, item))) {
          this.problem.value = error;
          break;
        }
        this.storage.drop([item]);
      }
      wait = FIRST_WAIT_MS;
      this.waiting.value = this.waiting.value.filter((one) => one.key !== item.key);
    }
    this.running = false;
  }

  /** True if the token was refused: with another one the queue goes on as it is. */
  get isDenied() {
    return this.problem.value?.status === UNAUTHENTICATED;
  }

  /** Sends the refused event again. */
  resume() {
    this.problem.value = null;
    void this.run();
  }

  /** The first event. From now on it may be stored, and is marked so. */
  #sending() {
    const [first, ...others] = this.waiting.value;
    if (first.sent) return first;
    const item = { ...first, sent: true };
    if (item.pin === undefined) this.storage.put(item);
    this.waiting.value = [item, ...others];
    return item;
  }
}
