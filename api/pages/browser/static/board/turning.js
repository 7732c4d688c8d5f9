/** Turns the board by itself, until it is stopped; keys and fingers turn it too. */

import { signal } from "@preact/signals";

/** Pixels that a finger moves to the side before the next slide comes. */
const SWIPE_PX = 60;
const KEYS = /** @type {Record<string, number>} */ ({ ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 });

export class Turning {
  /** @param {import("./store.js").Hall} hall */
  constructor(hall) {
    this.hall = hall;
    this.isPaused = signal(false);
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.from = 0;
  }

  /** Starts turning. */
  start() {
    addEventListener("keydown", (event) => this.#onKey(event));
    addEventListener("pointerdown", (event) => (this.from = event.clientX));
    addEventListener("pointerup", (event) => this.#onSwipe(event.clientX - this.from));
    this.#wait();
  }

  /** @param {number} by */
  step(by) {
    this.hall.step(by);
    this.#wait();
  }

  toggle() {
    this.isPaused.value = !this.isPaused.value;
    this.#wait();
  }

  /** Sets the time of the next turn. After a turn by hand the slide stays for the whole time. */
  #wait() {
    clearTimeout(this.timer);
    if (this.isPaused.value) return;
    this.timer = setTimeout(() => this.step(1), this.hall.ask.seconds * 1000);
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in KEYS) this.step(KEYS[event.key]);
    else if (event.key === " " && !(event.target instanceof HTMLButtonElement)) {
      event.preventDefault();
      this.toggle();
    }
  }

  /** @param {number} by */
  #onSwipe(by) {
    if (Math.abs(by) >= SWIPE_PX) this.step(by < 0 ? 1 : -1);
  }
}
