/**
 * The match as the page shows it: the service's state, and from there the waiting events, as far as this device can tell. It
 * judges and counts nothing; that comes with the answers.
 */

import { computed, signal } from "@preact/signals";
import { deviceOf, following } from "../games/device/index.js";
import { firstState, mayHold, withView } from "../games/device/state.js";
import { Problem, Unreachable } from "../shared/api.js";
import { sharing } from "../shared/same.js";

/** @typedef {import("../shared/types.js").MatchView} MatchView */
/** @typedef {import("../shared/types.js").GameEvent} GameEvent */
/** @typedef {import("../shared/types.js").Entry} Entry */
/** @typedef {import("../shared/types.js").Legal} Legal */
/** @typedef {import("../shared/types.js").Outgoing} Outgoing */
/** @typedef {import("../games/device/state.js").State} State */

/** Number of entries that are read at once to find the start of the hand. */
const PAGE = 150;
/**
 * Number of the latest states and entries that are kept: more than those of a hand. What is taken back beyond them is read from the
 * service.
 */
const PAST = 80;

export class Course {
  /** @param {import("./store.js").Table} table */
  constructor(table) {
    this.table = table;
    /** The state of the service, with this device's memory of the hand. */
    /** @type {import("@preact/signals").Signal<State | null>} */
    this.savedState = signal(null);
    /** The events that may come, from the service. */
    /** @type {import("@preact/signals").Signal<Legal | null>} */
    this.legal = signal(null);
    /** The states that were shown last, by version. The page can go back to a state before a retracted event. */
    /** @type {Map<number, State>} */
    this.past = new Map();
    /** The latest entries that were saved while this page was open, oldest first. */
    /** @type {Entry[]} */
    this.log = [];
    this.current = computed(() => this.#predict());
    /** True if this device itself tells the events that may come. */
    this.alone = computed(() => this.legal.value === null || this.legal.value.version !== this.current.value?.state.view.version);
    this.events = computed(() => this.#events());
    /** True if more cards lie on the table than the service can list plays for. */
    this.isCrowded = computed(() => !this.alone.value && this.events.value.some((event) => event.choose?.sum !== undefined));
    /** True if cards on the table are chosen freely, since the service judges their meaning. */
    this.hasUnlistedPlays = computed(() => {
      const state = this.current.value?.state;
      if (this.isCrowded.value) return true;
      return this.alone.value && state !== undefined && state.view.turn !== null && deviceOf(state.view.ruleset)?.hasUnlistedPlays === true;
    });
  }

  get #pack() {
    return this.table.ruleset.value?.cards ?? [];
  }

  /**
   * @returns {{state: State, isLost: boolean} | null} the state after the waiting events, from the saved one; `isLost`: true
   *   if one of these events cannot be told
   */
  #predict() {
    const start = this.savedState.value;
    if (!start) return null;
    // A refused event is no part of the match until a person has said the outcome for it.
    if (this.table.outbox.problem.value && !this.table.outbox.isDenied) return { state: start, isLost: false };
    const past = new Map(this.past);
    let state = start;
    for (const item of this.table.outbox.waiting.value) {
      // The event is saved already, and its answer is on its way.
      if (item.after < start.view.version) continue;
      const next = item.after === state.view.version ? following(past, state, item.event) : null;
      if (!next) return { state, isLost: true };
      state = next;
    }
    return { state, isLost: false };
  }

  /** @returns {GameEvent[]} */
  #events() {
    const course = this.current.value;
    if (!course) return [];
    if (!this.alone.value) return this.legal.value?.events ?? [];
    if (course.isLost || course.state.view.status !== "open") return [];
    return deviceOf(course.state.view.ruleset)?.next(course.state, this.#pack) ?? [];
  }

  /**
   * The cards that a seat may hold, as far as this device can tell.
   * @param {number} seat
   */
  mayHold(seat) {
    const state = this.current.value?.state;
    return state ? mayHold(state, seat, this.#pack) : [];
  }

  /**
   * Takes in the present state of the match at the service, and the entries since the last one.
   * @param {MatchView} view
   * @param {readonly Entry[]} entries
   */
  save(view, entries) {
    const before = this.savedState.value;
    let state = before ?? firstState(view);
    let whole = before !== null;
    for (const entry of entries) {
      if (entry.version <= state.view.version) continue;
      this.log.push(entry);
      const next = following(this.past, state, asEvent(entry));
      whole &&= next !== null || entry.type !== "retract";
      state = next ?? { ...state, view: { ...state.view, version: entry.version } };
    }
    this.log.splice(0, this.log.length - PAST);
    const present = withView(state, sharing(view, state.view));
    this.past.set(view.version, present);
    for (const version of this.past.keys()) if (version < view.version - PAST) this.past.delete(version);
    this.savedState.value = present;
    if (!whole) void this.#recall();
  }

  /**
   * Takes up the last state that this device showed, if the service cannot be asked.
   * @param {State} state
   */
  resume(state) {
    this.past.set(state.view.version, state);
    this.savedState.value = state;
  }

  /** Reads the hand in progress for the cards that are gone. A failed reading is tried again with the next change. */
  async #recall() {
    const view = this.savedState.value?.view;
    if (!view) return;
    try {
      const entries = await this.#hand(view.version);
      if (this.savedState.value?.view.version !== view.version) return;
      /** @type {State} */
      let state = { ...firstState(view), view: { ...view, phase: "deal", version: (entries[0]?.version ?? 1) - 1 } };
      const past = new Map();
      for (const entry of entries) state = following(past, state, asEvent(entry)) ?? state;
      this.savedState.value = withView(state, view);
    } catch (error) {
      if (!(error instanceof Unreachable) && !(error instanceof Problem)) throw error;
    }
  }

  /**
   * The entries since the hand was dealt.
   * @param {number} version
   * @returns {Promise<Entry[]>}
   */
  async #hand(version) {
    /** @type {Entry[]} */
    let entries = [];
    for (let from = version; from > 1;) {
      from = Math.max(1, from - PAGE);
      /** @type {{items: Entry[]}} */
      const page = await this.table.api.get(`/v1/matches/${this.table.match}/events?after=${from}&limit=${PAGE}`);
      entries = [
        ...page.items.filter((entry) => entry.version <= version && !entries.some((one) => one.version === entry.version)),
        ...entries,
      ];
      const deal = entries.filter((entry) => entry.facts.some((fact) => fact.fact === "hand_dealt")).pop();
      if (deal) return entries.filter((entry) => entry.version >= deal.version);
    }
    return entries;
  }
}

/**
 * An entry as its event, without empty fields.
 * @param {Entry} entry
 * @returns {GameEvent}
 */
const asEvent = (entry) =>
  /** @type {GameEvent} */ (Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null)));
