/** The state of the board: its championship, read once, and again when the stream reports a change. */

import { batch, computed, signal } from "@preact/signals";
import { Problem, Unreachable } from "../shared/api.js";
import { readWhole } from "../shared/contests/reading.js";
import { follow, pause } from "../shared/stream.js";
import { ROWS_FAR, slidesOf } from "./slides.js";
import { MatchOnBoard } from "./match.js";

/** @import * as openapi from "openapi" */
/** @typedef {import("../shared/types.js").Championship} Championship */
/** @typedef {import("../shared/types.js").Contest} Contest */
/** @typedef {import("../shared/types.js").Standings} Standings */
/** @typedef {import("../shared/types.js").MatchView} MatchView */
/** @typedef {import("../shared/types.js").Text} Text */

const RETRY_MS = 2_000;
/** Most delay of a reading after an entry, in milliseconds. The boards of a hall do not all ask in the same moment. */
const SPREAD_MS = 400;
/** Interval of reading the championship while a match on the board is followed. */
const MEANWHILE_MS = 30_000;
const ALL_ROWS = 1_000;

export class Hall {
  /**
   * @param {import("../shared/api.js").Api} api
   * @param {string} id of the championship
   * @param {import("./slides.js").Ask} ask
   * @param {() => number} clock milliseconds
   */
  constructor(api, id, ask, clock) {
    this.api = api;
    this.id = id;
    this.ask = ask;
    this.clock = clock;
    /** @type {import("@preact/signals").Signal<Championship | null>} */
    this.championship = signal(null);
    /** @type {import("@preact/signals").Signal<readonly Contest[]>} */
    this.contests = signal([]);
    /** @type {import("@preact/signals").Signal<ReadonlyMap<string, Standings>>} */
    this.standings = signal(new Map());
    /** The balance of all stakes; null if results are not shown. */
    /** @type {import("@preact/signals").Signal<openapi.Balance | null>} */
    this.balance = signal(null);
    /** @type {import("@preact/signals").Signal<ReadonlyMap<string, Text>>} */
    this.titles = signal(new Map());
    /** The match that is on the board now; `score` is as it was before a play in dispute. */
    /** @type {import("@preact/signals").Signal<{view: MatchView, score: MatchView} | null>} */
    this.match = signal(null);
    this.online = signal(true);
    /** The time of the last answer of the service. */
    this.answeredAt = signal(clock());
    this.isGone = signal(false);
    /** True if a table's rows are split, to be read from far. */
    this.far = signal(true);
    this.slides = computed(() => {
      const championship = this.championship.value;
      if (!championship) return [];
      return slidesOf(
        { championship, contests: this.contests.value, standings: this.standings.value, balance: this.balance.value },
        ask,
        this.far.value || ask.isOverlay ? ROWS_FAR : ALL_ROWS,
      );
    });
    this.index = signal(0);
    this.slide = computed(() => this.slides.value[this.index.value % Math.max(this.slides.value.length, 1)]);
    /** @type {MatchOnBoard | null} */
    this.matchOnBoard = null;
    this.reading = false;
    this.stale = false;
    /** The path of the stream that is followed. */
    this.line = "";
    /** @type {() => void} */
    this.stop = () => undefined;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
  }

  /** Reads the championship, and follows it from then on. */
  async start() {
    while (!this.championship.value && !this.isGone.value) {
      await this.refresh();
      if (!this.championship.value && !this.isGone.value) await pause(RETRY_MS);
    }
    this.listen();
  }

  /**
   * Follows what is on the board, by one line: the match while it is played, or else the championship, which is then read from
   * time to time.
   */
  listen() {
    const championship = this.championship.value;
    if (!championship) return;
    const match = this.matchOnBoard?.isPlayed ? this.matchOnBoard : null;
    const path = match ? `/v1/matches/${match.match}/stream` : `/v1/championships/${this.id}/stream`;
    if (path === this.line) return;
    this.line = path;
    this.stop();
    clearInterval(this.timer);
    if (match) this.timer = setInterval(() => void this.refresh(), MEANWHILE_MS);
    this.stop = follow(this.api, path, match ? match.version : championship.version, {
      // The match on the board then: it may have been left and be shown again while its line stayed.
      entry: () => void (match ? this.matchOnBoard?.read() : this.#onEntry()),
      connection: (online) => this.setOnline(online),
    });
  }

  /** Takes in that an entry came. The board reads again soon, once for all entries until then. */
  async #onEntry() {
    if (this.stale) return;
    this.stale = true;
    await pause(Math.random() * SPREAD_MS);
    await Promise.all([this.refresh(), this.matchOnBoard?.read()]);
  }

  /** Reads everything again. The service sends only what has changed. */
  async refresh() {
    if (this.reading) return;
    this.reading = true;
    do {
      this.stale = false;
      await this.attempt(() => this.#read());
    } while (this.stale);
    this.reading = false;
  }

  async #read() {
    const results = !this.ask.noResults;
    const balance = results ? this.api.again(`/v1/championships/${this.id}/balance`) : null;
    const [{ championship, contests, standings, titles }, balanceView] = await Promise.all([
      readWhole(this.api, this.id, { results }),
      balance,
    ]);
    batch(() => {
      const key = this.slide.value?.key;
      this.titles.value = titles;
      this.championship.value = championship;
      this.contests.value = contests;
      this.standings.value = standings;
      this.balance.value = /** @type {openapi.Balance | null} */ (balanceView);
      // What is looked at stays on the board, wherever it stands in the order now.
      const at = this.slides.value.findIndex((slide) => slide.key === key);
      if (at >= 0) this.index.value = at;
    });
  }

  /**
   * Shows a match until another one is shown.
   * @param {string | null} match
   */
  show(match) {
    if (match === this.matchOnBoard?.match) return;
    this.matchOnBoard?.leave();
    this.match.value = null;
    this.matchOnBoard = match === null ? null : new MatchOnBoard(this, match);
    if (match === null) this.listen();
  }

  /**
   * Runs a reading. If the service cannot be reached, the board goes on showing what it had.
   * @param {() => Promise<void>} work
   */
  async attempt(work) {
    try {
      await work();
      this.setOnline(true);
    } catch (error) {
      if (error instanceof Problem && error.status === 404 && !this.championship.value) this.isGone.value = true;
      else if (!(error instanceof Unreachable) && !(error instanceof Problem)) throw error;
      else if (error instanceof Unreachable || error.passes) this.setOnline(false);
    }
  }

  /** @param {boolean} online */
  setOnline(online) {
    const back = online && !this.online.value;
    batch(() => {
      this.online.value = online;
      if (online) this.answeredAt.value = this.clock();
    });
    if (back) void Promise.all([this.refresh(), this.matchOnBoard?.read()]);
  }

  /** @param {number} by */
  step(by) {
    const count = Math.max(this.slides.value.length, 1);
    this.index.value = (((this.index.value + by) % count) + count) % count;
  }
}
