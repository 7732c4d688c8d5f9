/** The state of the page: the match at the service, the events that may come, the picks, the events that wait. */

import { batch, computed, signal } from "@preact/signals";
import { gameOf } from "../games/index.js";
import { Problem, Unreachable } from "../shared/api.js";
import { Outbox } from "../shared/outbox.js";
import { follow, keepLineWhile, pause } from "../shared/stream.js";
import { joinNames, w } from "../shared/words.js";
import { Course } from "./course.js";
import { opening } from "./first.js";
import { meaningsOf, nothing } from "./meaning.js";
import { claiming, maySeat, own, REFEREE } from "./reader.js";
import { isThere, Refusal } from "./refusal.js";

/** @typedef {import("../shared/types.js").GameEvent} GameEvent */
/** @typedef {import("../shared/types.js").MatchView} MatchView */
/**
 * The match in the device's memory, to show it without a network.
 * @typedef {{state: import("../games/device/state.js").State, ruleset: import("../shared/types.js").Ruleset}} StoredMatch
 */

const RETRY_MS = 1_500;

export class Table {
  /**
   * @param {import("../shared/api.js").Api} api
   * @param {string} match
   * @param {import("../shared/storage.js").MatchStorage} storage
   */
  constructor(api, match, storage) {
    this.api = api;
    this.match = match;
    this.storage = storage;
    this.course = new Course(this);
    /** The match that the page shows, with the waiting events. */
    this.view = computed(() => this.course.current.value?.state.view ?? null);
    /** The match at the service. */
    this.savedView = computed(() => this.course.savedState.value?.view ?? null);
    this.legal = this.course.events;
    /** @type {import("@preact/signals").Signal<import("../shared/types.js").Ruleset | null>} */
    this.ruleset = signal(null);
    /** The holder of this device. */
    /** @type {import("@preact/signals").Signal<import("../shared/types.js").Reader>} */
    this.reader = signal(REFEREE);
    /** The other devices that record here. */
    /** @type {import("@preact/signals").Signal<import("../shared/types.js").Present["items"]>} */
    this.others = signal([]);
    /** The match that is played in place of this one, once it counts no more; null while it counts. */
    /** @type {import("@preact/signals").Signal<{instead: {fixture: string, match: string | null} | null} | null>} */
    this.replacement = signal(null);
    this.online = signal(true);
    /** @type {import("@preact/signals").Signal<readonly string[]>} */
    this.picks = signal([]);
    /** The choice that is being filled in, or "free" for one against the rules. */
    /** @type {import("@preact/signals").Signal<GameEvent | "free" | null>} */
    this.mode = signal(null);
    /** @type {import("@preact/signals").Signal<string | null>} */
    this.sheet = signal(null);
    /** The clock that was tapped last. */
    this.clockKind = signal(/** @type {"turn" | "match"} */ ("turn"));
    /** An event against the rules about which the page asks. */
    /** @type {import("@preact/signals").Signal<GameEvent | null>} */
    this.question = signal(null);
    /** @type {import("@preact/signals").Signal<{title: string, text: string} | null>} */
    this.trouble = signal(null);
    /** The reason why the page cannot be used at all. */
    /** @type {import("@preact/signals").Signal<string | null>} */
    this.failure = signal(null);
    this.outbox = new Outbox(storage, (item) => api.append(match, item), {
      onSave: (answer) => this.#takeIn(answer),
      there: (problem, item) => this.#recognize(problem, item),
      connection: (online) => this.#setOnline(online),
    });
    this.refusal = new Refusal(this);
    this.pending = computed(() => this.outbox.waiting.value.length);
    /** True if nothing can be recorded now: a refusal waits for an answer, or only the service can tell the next step. */
    this.busy = computed(
      () =>
        (this.outbox.problem.value !== null && !this.outbox.isDenied) ||
        (this.pending.value > 0 && this.course.current.value?.isLost !== false),
    );
    /** True if cards are chosen without the service's word on their meaning. */
    this.alone = computed(() => {
      const turn = this.view.value?.turn;
      return this.course.hasUnlistedPlays.value && typeof turn === "number" && maySeat(this.reader.value, turn);
    });
    /** True if any cards can be chosen together. */
    this.free = computed(() => this.mode.value === "free" || this.alone.value);
    this.meanings = computed(() => {
      const view = this.view.value;
      return view
        ? meaningsOf(own(this.legal.value, this.reader.value), view, this.ruleset.value?.cards ?? [], this.game)
        : nothing();
    });
  }

  /** Reads the match, and follows it from then on. Without a network it shows the last state that this device showed. */
  async start() {
    await this.outbox.load();
    for (;;) {
      try {
        const [view, legal, ruleset] = await opening();
        this.ruleset.value = ruleset;
        this.course.legal.value = legal;
        await this.refresh(view);
        break;
      } catch (error) {
        if (error instanceof Problem && !error.passes) {
          this.failure.value =
            error.status === 404 ? w.notFound : `${error.message} ${error.status === 401 ? w.noPermission : ""}`;
          return;
        }
        if (!(error instanceof Problem) && !(error instanceof Unreachable)) throw error;
        this.online.value = false;
        await this.#resume();
        await pause(RETRY_MS);
      }
    }
    void this.outbox.run();
    const { problem, tab } = this.outbox;
    keepLineWhile(() => this.pending.value > 0 && !problem.value && !tab.elsewhere.value);
    follow(this.api, `/v1/matches/${this.match}/stream`, this.savedView.value?.version ?? 1, {
      entry: (at) => void this.#catchUp(at),
      counting: (data) => this.count(JSON.parse(data)),
      connection: (online) => this.#setOnline(online),
    });
  }

  /** Shows the last shown state again. */
  async #resume() {
    if (this.view.value) return;
    /** @type {StoredMatch | undefined} */
    const snapshot = await this.storage.snapshot();
    if (!snapshot) return;
    batch(() => {
      this.ruleset.value = snapshot.ruleset;
      this.course.resume(snapshot.state);
    });
  }

  /**
   * Shows the match at the service. It shows the events that may come, too, once nothing waits any more.
   * @param {MatchView | null} [latest]
   */
  async refresh(latest) {
    const before = this.savedView.value;
    const view = latest ?? /** @type {MatchView} */ (await this.api.get(`/v1/matches/${this.match}`));
    if (view.counts !== undefined) this.count(view);
    if (view.version !== before?.version) {
      /** @type {{items: import("../shared/types.js").Entry[]}} */
      const since = before
        ? await this.api.get(`/v1/matches/${this.match}/events?after=${before.version}&limit=200`)
        : { items: [] };
      // The shown state is the present one: it has the taps from before the answer, and a reader may be choosing the next
      // event.
      const viewBefore = this.view.value;
      this.#show(view, since.items);
      if (this.view.value?.version !== viewBefore?.version) this.#start();
    }
    await this.#ask();
  }

  /**
   * Takes in the standing of the match in its contest, and the match in place of one that counts no more.
   * @param {{counts?: boolean, instead?: {fixture: string, match: string | null} | null}} said
   */
  count({ counts, instead }) {
    const replacement = counts ? null : { instead: instead ?? null };
    if (JSON.stringify(replacement) !== JSON.stringify(this.replacement.value)) this.replacement.value = replacement;
  }

  /** Reads the clock again if the service keeps it: it stands and runs on without an entry. Throws Problem and Unreachable. */
  async look() {
    if (this.savedView.value?.clock?.by !== "service" || this.pending.value > 0) return;
    const view = /** @type {MatchView} */ (await this.api.again(`/v1/matches/${this.match}`));
    if (view.version === this.savedView.value?.version) this.#show(view, []);
    else await this.refresh();
  }

  /**
   * Shows the match with new entries. A late answer that is older than the saved state says nothing new.
   * @param {MatchView} view
   * @param {readonly import("../shared/types.js").Entry[]} entries
   */
  #show(view, entries) {
    if (view.version < (this.savedView.value?.version ?? 0)) return;
    batch(() => {
      this.course.save(view, entries);
      this.online.value = true;
    });
    const [state, ruleset] = [this.course.savedState.value, this.ruleset.value];
    if (state && ruleset) this.storage.show({ state, ruleset });
  }

  /** Clears all choices. */
  #start() {
    batch(() => {
      // Another empty list is another value, for which the whole pad is drawn again.
      if (this.picks.value.length > 0) this.picks.value = [];
      this.mode.value = null;
      this.trouble.value = null;
    });
  }

  /** Asks for the events that may come next, unless there is more to send first. */
  async #ask() {
    while (this.outbox.waiting.value.length <= 1 && this.course.legal.value?.version !== this.savedView.value?.version) {
      const legal = /** @type {import("../shared/types.js").Legal} */ (await this.api.get(`/v1/matches/${this.match}/legal`));
      if (legal.version === this.savedView.value?.version) this.course.legal.value = legal;
      else this.#show(await this.api.get(`/v1/matches/${this.match}`), []);
    }
  }

  /**
   * Takes in the stored first event of the queue. If the network goes away right after, this device itself tells the events
   * that may come.
   * @param {import("../shared/types.js").EventAnswer} answer
   */
  async #takeIn(answer) {
    const viewBefore = this.view.value;
    try {
      const before = this.savedView.value?.version ?? 0;
      if (answer.view?.version !== before + 1) return await this.refresh();
      this.#show(answer.view, answer.events);
      if (viewBefore && viewBefore.version < answer.version) this.#start();
      await this.#ask();
    } catch (error) {
      if (!(error instanceof Unreachable) && !(error instanceof Problem)) throw error;
      this.#setOnline(!(error instanceof Unreachable));
    }
  }

  /**
   * Records an event: it is queued, and sent as soon as it can be.
   * @param {GameEvent} event
   * @param {string} [pin]
   */
  record(event, pin) {
    const view = this.view.value;
    if (!view || this.busy.value) return;
    batch(() => {
      this.#start();
      this.sheet.value = null;
      this.question.value = null;
    });
    this.outbox.add(event, view.version, pin);
  }

  /**
   * Takes back everything after a version. Events that were never sent leave the queue. An event takes back the others, and
   * waits its turn.
   * @param {number} to
   * @param {string} reason
   */
  undo(to, reason) {
    const unsent = this.outbox.waiting.value.find((item) => !item.sent && item.after >= to);
    if (unsent) this.outbox.takeBack(unsent);
    this.sheet.value = null;
    if ((this.view.value?.version ?? to) > to) this.record({ type: "retract", to, reason });
  }

  /** @param {number} seat */
  name = (seat) => this.view.value?.seats[seat]?.name ?? w.seat(seat + 1);

  /** @param {number} side */
  sideName = (side) =>
    joinNames((this.view.value?.seats ?? []).filter((one) => one.side === side).map((one) => this.name(one.seat)));

  /** The seats that can claim from this device. */
  claimants = () => (this.view.value ? claiming(this.reader.value, this.view.value) : []);

  /** The looks of the game's table. */
  get game() {
    return gameOf(this.view.value?.ruleset ?? "");
  }

  /** @param {GameEvent} event */
  does(event) {
    const builds = Object.fromEntries(
      (this.game?.heaps(/** @type {MatchView} */ (this.view.value), this.name) ?? []).map((one) => [one.id, one.value]),
    );
    return w.does(event, { deck: this.game?.deck ?? "french", builds });
  }

  /** @param {number} version */
  async #catchUp(version) {
    const view = this.savedView.value;
    const isUpToDate = view !== null && version <= view.version && this.course.legal.value?.version === view.version;
    if (!view || isUpToDate || this.pending.value > 0) return;
    try {
      await this.refresh();
    } catch (error) {
      if (!(error instanceof Unreachable) && !(error instanceof Problem)) throw error;
      this.#setOnline(false);
    }
  }

  /** @param {boolean} online */
  #setOnline(online) {
    const back = online && !this.online.value;
    this.online.value = online;
    if (!back) return;
    if (this.outbox.problem.value && !this.refusal.findings.value) void this.refusal.examine();
    if (this.pending.value === 0) void this.#catchUp(Infinity);
  }

  /**
   * Deals with a refusal. An event that another device has recorded is not recorded twice; any other stops the queue.
   * @param {Problem} problem
   * @param {import("../shared/types.js").Outgoing} item
   */
  async #recognize(problem, item) {
    if (!isThere(problem, item)) {
      this.sheet.value = null;
      void this.refresh().then(
        () => this.refusal.examine(),
        () => this.#setOnline(false),
      );
      return false;
    }
    await this.refresh();
    this.trouble.value = { title: w.alreadyThere, text: this.does(item.event) };
    return true;
  }
}
