/** The state of the replay: the match, one hand of it step by step, and where in it the reader is. */

import { batch, computed, signal } from "@preact/signals";
import { gameOf } from "../games/index.js";
import { Problem, Unreachable } from "../shared/api.js";
import { nameIn } from "../shared/match.js";
import { w } from "../shared/words.js";
import { r } from "./words.js";

/** @typedef {import("../shared/types.js").MatchView} MatchView */
/** @typedef {import("../shared/types.js").Entry} Entry */
/** @typedef {import("../shared/types.js").GameEvent} GameEvent */
/** @typedef {import("../shared/types.js").Audit} Audit */
/** @typedef {import("../shared/types.js").Step} Step */

/** As many steps as are read at first: a hand of most games. */
const FIRST = 80;
/** As many as are read at a time after that. */
const MORE = 300;
/** How far before the wanted step the first reading begins. */
const LEAD = 8;
const SHEETLESS = new Set(["deal", "retract", "pin_set", "pin_reset", "shuffle_commitment", "shuffle_text", "open"]);

export class Replay {
  /**
   * @param {import("../shared/api.js").Api} api
   * @param {string} match
   */
  constructor(api, match) {
    this.api = api;
    this.address = `/v1/matches/${match}`;
    this.match = match;
    /** The match as it is now. */
    /** @type {import("@preact/signals").Signal<MatchView | null>} */
    this.view = signal(null);
    /** @type {import("@preact/signals").Signal<import("../shared/types.js").Ruleset | null>} */
    this.ruleset = signal(null);
    /** @type {import("@preact/signals").Signal<Audit | null>} */
    this.audit = signal(null);
    /** The championship for which the match is played, by its name, and the match of it that this is; null where it is for none. */
    /** @type {import("@preact/signals").Signal<{championship: string, fixture: import("../shared/types.js").Fixture} | null>} */
    this.occasion = signal(null);
    /** What is known of each claim, by its name. */
    /** @type {import("@preact/signals").Signal<ReadonlyMap<string, import("../shared/types.js").Dispute>>} */
    this.disputes = signal(new Map());
    /** The opening entry, which says when and where the match was played. */
    /** @type {import("@preact/signals").Signal<Entry | null>} */
    this.opening = signal(null);
    /** @type {import("@preact/signals").Signal<readonly Step[]>} */
    this.steps = signal([]);
    this.hand = signal(1);
    this.at = signal(0);
    /** Whether the hand is still being read. */
    this.reading = signal(false);
    /** Why nothing can be shown. */
    /** @type {import("@preact/signals").Signal<string | null>} */
    this.closed = signal(null);
    this.index = computed(() => this.steps.value.findIndex((one) => one.version === this.at.value));
    this.step = computed(() => this.steps.value[this.index.value] ?? null);
    /** The step right before in the log: what might have come instead is said there. */
    this.before = computed(() => {
      const one = this.steps.value[this.index.value - 1];
      return one && one.version === this.at.value - 1 ? one : null;
    });
  }

  get game() {
    const view = this.view.value;
    return view ? gameOf(view.ruleset) : undefined;
  }

  /** @param {number} seat */
  name = (seat) => nameIn(/** @type {MatchView} */ (this.view.value), seat);

  /**
   * Opens the replay at a version, or where a reader would begin: at the claim that is pending, at the latest move of a match
   * in play, at the first of one that is over.
   * @param {number | null} wanted
   */
  async start(wanted) {
    await this.#guarded(async () => {
      const asked = wanted === null ? null : this.api.get(`${this.address}?at=${wanted}`).catch(() => null);
      const [view, then] = /** @type {[MatchView, MatchView | null]} */ (await Promise.all([this.api.get(this.address), asked]));
      const pending = view.claims.find((one) => one.status === "pending");
      const version = then ? then.version : (pending?.at ?? (view.status === "open" ? view.version : 0));
      const hand = then?.hand ?? (pending ? await this.#handOf(pending.at) : view.status === "open" ? view.hand : 1);
      this.view.value = view;
      const [ruleset] = await Promise.all([this.api.get(`/v1/rulesets/${view.ruleset}`), this.#open(hand, version)]);
      this.ruleset.value = /** @type {import("../shared/types.js").Ruleset} */ (ruleset);
    });
    // What is only read beside the steps comes after them.
    await this.#guarded(async () => {
      const asked = [this.api.get(`${this.address}/audit`), this.api.get(`${this.address}/events?after=0&limit=1`)];
      const [audit, first] = /** @type {[Audit, {items: Entry[]}]} */ (await Promise.all(asked));
      const opening = first.items[0] ?? null;
      const [occasion, disputes] = await Promise.all([this.#occasionOf(opening), Promise.all(audit.claims.map((one) => this.#disputeOf(one.claim)))]);
      batch(() => {
        this.audit.value = audit;
        this.opening.value = opening;
        this.occasion.value = occasion;
        this.disputes.value = new Map(disputes.map((one) => [one.claim.claim, one]));
      });
    });
  }

  /** @param {Entry | null} opening */
  async #occasionOf(opening) {
    if (!opening?.fixture) return null;
    /** @type {import("../shared/types.js").Fixture} */
    const fixture = await this.api.get(`/v1/fixtures/${opening.fixture}`);
    /** @type {import("../shared/types.js").Contest} */
    const contest = await this.api.get(`/v1/contests/${fixture.contest}`);
    /** @type {import("../shared/types.js").Championship} */
    const { name } = await this.api.get(`/v1/championships/${contest.championship}`);
    return { championship: name, fixture };
  }

  /** @param {string} claim */
  async #disputeOf(claim) {
    return (await /** @type {Promise<{dispute: import("../shared/types.js").Dispute}>} */ (this.api.get(`${this.address}/claims/${claim}`))).dispute;
  }

  /** @param {number} version */
  async #handOf(version) {
    return (/** @type {MatchView} */ (await this.api.get(`${this.address}?at=${version}`))).hand;
  }

  /**
   * Reads a hand and shows it at a version: the nearest there is. The rest of a long hand comes after what is shown first.
   * @param {number} hand
   * @param {number} version
   */
  async #open(hand, version) {
    this.reading.value = true;
    const near = Math.max(0, version - LEAD);
    let { steps, next } = await this.#read(hand, near, FIRST);
    if (steps.length === 0 && near > 0) ({ steps, next } = await this.#read(hand, 0, MORE));
    batch(() => {
      this.hand.value = hand;
      this.steps.value = steps;
      this.#show(version);
    });
    if (next !== null) {
      const rest = this.#guarded(() => this.#rest(hand, /** @type {number} */ (next)));
      if (version > (steps[steps.length - 1]?.version ?? 0)) await rest.then(() => this.#show(version));
    }
    if (near > 0) await this.#guarded(() => this.#rest(hand, 0, steps[0]?.version ?? Infinity));
    this.reading.value = false;
  }

  /** @param {number} version the one to show, or the next that there is, or the last */
  #show(version) {
    const steps = this.steps.value;
    this.at.value = (steps.find((one) => one.version >= version) ?? steps[steps.length - 1])?.version ?? 0;
  }

  /**
   * @param {number} hand
   * @param {number} after
   * @param {number} limit
   */
  async #read(hand, after, limit) {
    /** @type {{steps: Step[], next: number | null}} */
    const page = await this.api.get(`${this.address}/replay?hand=${hand}&after=${after}&limit=${limit}`);
    return { steps: page.steps.filter((one) => one.version > after), next: page.next };
  }

  /**
   * Reads on in a hand, as far as a version.
   * @param {number} hand
   * @param {number} from
   * @param {number} [to]
   */
  async #rest(hand, from, to = Infinity) {
    for (let after = /** @type {number | null} */ (from); after !== null && after < to - 1; ) {
      const { steps, next } = await this.#read(hand, after, Math.min(MORE, to - after));
      if (this.hand.value !== hand) return;
      const known = new Set(this.steps.value.map((one) => one.version));
      this.steps.value = [...this.steps.value, ...steps.filter((one) => !known.has(one.version))].sort((one, other) => one.version - other.version);
      after = next;
    }
  }

  /**
   * Goes to a version, in whichever hand it is.
   * @param {number} version
   */
  async go(version) {
    if (this.steps.value.some((one) => one.version === version)) this.at.value = version;
    else await this.#guarded(async () => this.#open(await this.#handOf(version), version));
  }

  /**
   * Opens a hand at its first step, or at its last.
   * @param {number} hand
   * @param {"first" | "last"} [where]
   */
  async openHand(hand, where = "first") {
    if (hand < 1 || hand > (this.view.value?.hand ?? 1)) return;
    await this.#guarded(() => this.#open(hand, where === "first" ? 0 : (this.view.value?.version ?? 0) + 1));
  }

  /**
   * Goes some steps on or back; past an end of the hand, into the next one.
   * @param {number} by
   */
  async move(by) {
    const steps = this.steps.value;
    const next = this.index.value + by;
    if (next >= 0 && next < steps.length) this.at.value = steps[next].version;
    else if (!this.reading.value) await this.openHand(this.hand.value + Math.sign(by), by < 0 ? "last" : "first");
  }

  /** @param {"first" | "last"} where */
  end(where) {
    const steps = this.steps.value;
    this.at.value = (where === "first" ? steps[0] : steps[steps.length - 1])?.version ?? this.at.value;
  }

  /**
   * Whether a step was taken back later, as far as what was read tells.
   * @param {Step} step
   */
  isTakenBack(step) {
    if (this.steps.value.some((one) => one.event.type === "retract" && one.version > step.version && one.event.to < step.version)) return true;
    const sheets = this.audit.value?.hands;
    if (!sheets || SHEETLESS.has(step.event.type) || step.version > (this.audit.value?.version ?? 0)) return false;
    const stands = sheets.some((sheet) =>
      sheet.rows.some((row) => row.note?.version === step.version || row.cells.some((cell) => cell && cell.version <= step.version && step.version <= Math.max(cell.version, cell.last))),
    );
    return !stands;
  }

  /**
   * What an event does, in words that follow a name.
   * @param {Entry | GameEvent} event
   */
  does(event) {
    const before = this.before.value?.view ?? this.step.value?.view;
    const builds = Object.fromEntries((before ? (this.game?.heaps(before, this.name) ?? []) : []).map((one) => [one.id, one.value]));
    return w.does(event, { deck: this.game?.deck ?? "french", builds });
  }

  /** @param {string} code */
  clause(code) {
    return this.ruleset.value?.clauses.find((one) => one.code === code) ?? null;
  }

  /** @param {() => Promise<void>} act */
  async #guarded(act) {
    try {
      await act();
    } catch (error) {
      if (!(error instanceof Problem) && !(error instanceof Unreachable)) throw error;
      this.reading.value = false;
      if (this.step.value) return;
      this.closed.value = error instanceof Unreachable ? r.unreachable : error.status === 404 ? r.notFound : error.message;
    }
  }
}
