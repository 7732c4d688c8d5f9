/**
 * The tab of this device that records a match: the one that was opened last. Two tabs have one queue, and each would send and
 * forget the other's events. Works over plain HTTP too, in which browsers have no locks.
 */

import { signal } from "@preact/signals-core";

const MARK_LENGTH = 8;

export class Tab {
  /** @param {string} match */
  constructor(match) {
    this.place = `referee.tab.${match}`;
    this.mark = Array.from(crypto.getRandomValues(new Uint8Array(MARK_LENGTH))).join(".");
    /** True if another tab of this device was opened since. */
    this.elsewhere = signal(false);
    this.#write();
    addEventListener("storage", (event) => event.key === this.place && this.holds());
    // A page that was put aside hears of nothing.
    addEventListener("pageshow", () => this.holds());
  }

  /** Returns true if this tab still is the one that records. */
  holds() {
    const other = this.#read();
    if (other !== null && other !== this.mark) this.elsewhere.value = true;
    // The browser, or its owner, has emptied its storage.
    if (other === null && !this.elsewhere.value) this.#write();
    return !this.elsewhere.value;
  }

  #write() {
    try {
      localStorage.setItem(this.place, this.mark);
    } catch {
      // A browser that keeps nothing keeps no queue either that two tabs could share.
    }
  }

  #read() {
    try {
      return localStorage.getItem(this.place);
    } catch {
      return null;
    }
  }
}
