/** The match that is on the board: read, and followed for as long as it is shown. */

import { follow } from "../shared/stream.js";

/** @typedef {import("../shared/types.js").MatchView} MatchView */

/** Interval of reading a clock that the service keeps. It stands and runs on without an entry. */
const CLOCK_MS = 10_000;

export class MatchOnBoard {
  /**
   * @param {import("./store.js").Hall} hall
   * @param {string} match
   */
  constructor(hall, match) {
    this.hall = hall;
    this.match = match;
    this.left = false;
    this.busy = false;
    this.again = false;
    this.timer = 0;
    /** @type {() => void} */
    this.stop = () => undefined;
    void this.#start();
  }

  /** Stops following the match. */
  leave() {
    this.left = true;
    clearTimeout(this.timer);
    this.stop();
  }

  async #start() {
    await this.#read();
    if (this.left) return;
    this.stop = follow(this.hall.api, `/v1/matches/${this.match}/stream`, this.hall.match.value?.view.version ?? 0, {
      entry: () => void this.#read(),
      connection: (online) => this.hall.setOnline(online),
    });
  }

  /** Reads the match, and once more if an entry came meanwhile. */
  async #read() {
    this.again = true;
    if (this.busy) return;
    this.busy = true;
    while (this.again && !this.left) {
      this.again = false;
      await this.hall.attempt(async () => {
        const view = /** @type {MatchView} */ (await this.hall.api.again(`/v1/matches/${this.match}`));
        const score = await this.#before(view);
        if (!this.left) this.hall.match.value = { view, score };
      });
    }
    this.busy = false;
    clearTimeout(this.timer);
    if (!this.left && this.hall.match.value?.view.clock?.by === "service")
      this.timer = setTimeout(() => void this.#read(), CLOCK_MS);
  }

  /**
   * The match as it was before the first play in dispute. No ruling changes that score.
   * @param {MatchView} view
   * @returns {Promise<MatchView>}
   */
  async #before(view) {
    const versions = view.claims.filter((claim) => claim.status === "pending").map((claim) => claim.at);
    if (versions.length === 0) return view;
    return this.hall.api.again(`/v1/matches/${this.match}?at=${Math.max(Math.min(...versions) - 1, 1)}`);
  }
}
