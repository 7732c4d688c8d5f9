/** The match that is on the board: read, and read again when the board hears of it. */

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
    /** True if cards are still to come, by what was read last. */
    this.isPlayed = false;
    this.version = 0;
    void this.read();
  }

  /** Stops reading the match. */
  leave() {
    this.left = true;
    clearTimeout(this.timer);
  }

  /** Reads the match, and once more if an entry came meanwhile. */
  async read() {
    this.again = true;
    if (this.busy) return;
    this.busy = true;
    while (this.again && !this.left) {
      this.again = false;
      await this.hall.attempt(async () => {
        const view = /** @type {MatchView} */ (await this.hall.api.again(`/v1/matches/${this.match}`));
        const score = await this.#before(view);
        if (this.left) return;
        this.hall.match.value = { view, score };
        this.isPlayed = view.status === "open";
        this.version = view.version;
      });
    }
    this.busy = false;
    clearTimeout(this.timer);
    if (this.left) return;
    this.hall.listen();
    if (this.hall.match.value?.view.clock?.by === "service")
      this.timer = setTimeout(() => void this.read(), CLOCK_MS);
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
