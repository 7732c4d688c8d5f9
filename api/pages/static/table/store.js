/** The state of the page: the match as the service has it, what may come, what is picked, what waits. */

import { batch, computed, signal } from "@preact/signals";
import { gameOf } from "../games/index.js";
import { Problem, Unreachable } from "../shared/api.js";
import { Outbox } from "../shared/outbox.js";
import { follow, pause } from "../shared/stream.js";
import { joined, w } from "../shared/words.js";
import { meaningsOf } from "./meaning.js";
import { isThere, Refusal } from "./refusal.js";

/** @typedef {import("../shared/types.js").GameEvent} GameEvent */
/** @typedef {import("../shared/types.js").MatchView} MatchView */

const RETRY_MS = 1_500;

export class Table {
  /**
   * @param {import("../shared/api.js").Api} api
   * @param {string} match
   * @param {import("../shared/kept.js").Kept} kept
   */
  constructor(api, match, kept) {
    this.api = api;
    this.match = match;
    this.kept = kept;
    /** @type {import("@preact/signals").Signal<MatchView | null>} */
    this.view = signal(null);
    /** @type {import("@preact/signals").Signal<GameEvent[]>} */
    this.legal = signal([]);
    /** @type {import("@preact/signals").Signal<import("../shared/types.js").Ruleset | null>} */
    this.ruleset = signal(null);
    this.online = signal(true);
    /** @type {import("@preact/signals").Signal<readonly string[]>} */
    this.picks = signal([]);
    /** The choice that is being filled in, or "free" for one against the rules. */
    /** @type {import("@preact/signals").Signal<GameEvent | "free" | null>} */
    this.mode = signal(null);
    /** @type {import("@preact/signals").Signal<string | null>} */
    this.sheet = signal(null);
    /** An event against the rules about which the page asks. */
    /** @type {import("@preact/signals").Signal<GameEvent | null>} */
    this.asked = signal(null);
    /** @type {import("@preact/signals").Signal<{title: string, text: string} | null>} */
    this.trouble = signal(null);
    /** Why the page cannot be used at all. */
    /** @type {import("@preact/signals").Signal<string | null>} */
    this.closed = signal(null);
    this.outbox = new Outbox(kept, (item) => api.append(match, item), {
      saved: (written) => this.refresh(written.view),
      there: (problem, item) => this.#there(problem, item),
      connection: (online) => this.#connected(online),
    });
    this.refusal = new Refusal(this);
    this.pending = computed(() => this.outbox.waiting.value.length);
    this.meanings = computed(() => {
      const view = this.view.value;
      return view ? meaningsOf(this.legal.value, view) : { moves: [], plain: [], subsets: [], forms: [] };
    });
  }

  /** Reads the match, and follows it from then on. */
  async start() {
    await this.outbox.load();
    for (;;) {
      try {
        const view = /** @type {MatchView} */ (await this.api.get(`/v1/matches/${this.match}`));
        this.ruleset.value = await this.api.get(`/v1/rulesets/${view.ruleset}`);
        await this.refresh(view);
        break;
      } catch (error) {
        if (error instanceof Problem && !error.passes) {
          this.closed.value = error.status === 404 ? w.notFound : `${error.message} ${error.status === 401 ? w.noPermission : ""}`;
          return;
        }
        if (!(error instanceof Problem) && !(error instanceof Unreachable)) throw error;
        this.online.value = false;
        await pause(RETRY_MS);
      }
    }
    void this.outbox.run();
    const version = /** @type {MatchView} */ (this.view.value).version;
    follow(this.api, this.match, version, {
      entry: (at) => void this.#heard(at),
      connection: (online) => this.#connected(online),
    });
  }

  /**
   * Shows the match with what may come next, both of one version.
   * @param {MatchView | null} [given]
   */
  async refresh(given) {
    let view = given ?? /** @type {MatchView} */ (await this.api.get(`/v1/matches/${this.match}`));
    if (view.version === this.view.value?.version) return;
    let legal = /** @type {import("../shared/types.js").Legal} */ (await this.api.get(`/v1/matches/${this.match}/legal`));
    while (legal.version !== view.version) {
      view = await this.api.get(`/v1/matches/${this.match}`);
      legal = await this.api.get(`/v1/matches/${this.match}/legal`);
    }
    batch(() => {
      this.view.value = view;
      this.legal.value = legal.events;
      this.online.value = true;
      this.picks.value = [];
      this.mode.value = null;
      this.trouble.value = null;
    });
  }

  /**
   * Records an event: it is queued, and sent as soon as it can be.
   * @param {GameEvent} event
   * @param {string} [pin]
   */
  record(event, pin) {
    const view = this.view.value;
    if (!view || this.pending.value > 0) return;
    batch(() => {
      this.picks.value = [];
      this.mode.value = null;
      this.sheet.value = null;
      this.asked.value = null;
      this.trouble.value = null;
    });
    this.outbox.add(event, view.version, pin);
  }

  /**
   * Takes what was never sent out of the queue, from this event on.
   * @param {import("../shared/types.js").Outgoing} from
   */
  unsend(from) {
    this.sheet.value = null;
    this.outbox.takeBack(from);
  }

  /** @param {number} seat */
  name = (seat) => this.view.value?.seats[seat]?.name ?? w.seat(seat);

  /** @param {number} side */
  sideName = (side) => joined((this.view.value?.seats ?? []).filter((one) => one.side === side).map((one) => this.name(one.seat)));

  /** How the game's table looks. */
  get game() {
    return gameOf(this.view.value?.ruleset ?? "");
  }

  /** @param {GameEvent} event */
  does(event) {
    const builds = Object.fromEntries((this.game?.builds(/** @type {MatchView} */ (this.view.value)) ?? []).map((one) => [one.id, one.value]));
    return w.does(event, { deck: this.game?.deck ?? "french", builds });
  }

  /** @param {number} version */
  async #heard(version) {
    const view = this.view.value;
    if (!view || version <= view.version || this.pending.value > 0) return;
    try {
      await this.refresh();
    } catch (error) {
      if (!(error instanceof Unreachable) && !(error instanceof Problem)) throw error;
      this.#connected(false);
    }
  }

  /** @param {boolean} online */
  #connected(online) {
    const back = online && !this.online.value;
    this.online.value = online;
    if (!back) return;
    if (this.outbox.stopped.value && !this.refusal.found.value) void this.refusal.examine();
    if (this.pending.value === 0) void this.#heard(Infinity);
  }

  /**
   * What to do about a refusal: an event that another device has recorded is not recorded twice, any other stops the queue.
   * @param {Problem} problem
   * @param {import("../shared/types.js").Outgoing} item
   */
  async #there(problem, item) {
    if (!isThere(problem, item)) {
      this.sheet.value = null;
      void this.refusal.examine();
      return false;
    }
    await this.refresh();
    this.trouble.value = { title: w.alreadyThere, text: this.does(item.event) };
    return true;
  }
}
