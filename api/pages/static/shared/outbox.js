/**
 * What was tapped and is not acknowledged yet, in order. One event at a time is sent, under the key that it got when it was
 * tapped, so that a retry stores nothing twice.
 */

import { signal } from "@preact/signals";
import { Problem, Unreachable } from "./api.js";
import { pause } from "./stream.js";

/** @typedef {import("./types.js").Outgoing} Outgoing */
/** @typedef {import("./types.js").Written} Written */

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8_000;

export class Outbox {
  /**
   * @param {(item: Outgoing) => Promise<Written>} send
   * @param {{saved: (written: Written, item: Outgoing) => Promise<void>, refused: (problem: Problem, item: Outgoing) => Promise<void>, connection: (online: boolean) => void}} tell
   */
  constructor(send, tell) {
    this.send = send;
    this.tell = tell;
    /** @type {import("@preact/signals").Signal<readonly Outgoing[]>} */
    this.waiting = signal([]);
    this.running = false;
  }

  /**
   * Puts an event at the end of the queue.
   * @param {import("./types.js").GameEvent} event
   * @param {number} after the version at which it was meant
   * @param {string} [pin]
   */
  add(event, after, pin) {
    this.waiting.value = [...this.waiting.value, { key: newKey(), event, after, pin, since: Date.now() }];
    void this.#run();
  }

  async #run() {
    if (this.running) return;
    this.running = true;
    let wait = FIRST_WAIT_MS;
    while (this.waiting.value.length > 0) {
      const [item] = this.waiting.value;
      try {
        const written = await this.send(item);
        this.tell.connection(true);
        await this.tell.saved(written, item);
      } catch (error) {
        if (error instanceof Unreachable || (error instanceof Problem && error.passes)) {
          this.tell.connection(!(error instanceof Unreachable));
          await pause(wait);
          wait = Math.min(wait * 2, LONGEST_WAIT_MS);
          continue;
        }
        if (!(error instanceof Problem)) throw error;
        this.waiting.value = [];
        await this.tell.refused(error, item);
        break;
      }
      wait = FIRST_WAIT_MS;
      this.waiting.value = this.waiting.value.slice(1);
    }
    this.running = false;
  }
}

/** A key that nobody else uses. `crypto.randomUUID` exists over HTTPS only. */
function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
