/** The state of the replay: the match, one hand of it step by step, and where in it the reader is. */

import { batch, computed, signal } from "@preact/signals";
import { gameOf } from "../games/index.js";
import { Problem, Unreachable } from "../shared/api.js";
import { nameIn } from "../shared/match.js";
import { follow } from "../shared/stream.js";
import { w } from "../shared/words.js";
import { address, api, around, wholeAudit, handOf, match, matchOpening, opening, stepsOf } from "./first.js";
import { r } from "./words.js";

/** @typedef {import("../shared/types.js").MatchView} MatchView */
/** @typedef {import("../shared/types.js").Entry} Entry */
/** @typedef {import("../shared/types.js").GameEvent} GameEvent */
/** @typedef {import("../shared/types.js").Audit} Audit */
/** @typedef {import("../shared/types.js").Step} Step */

/** Number of steps that are read at a time after the first. */
const MORE = 300;
const SHEETLESS = new Set(["deal", "retract", "pin_set", "pin_reset", "shuffle_commitment", "shuffle_text", "open"]);

export class Replay {
  constructor() {
    this.api = api;
    this.address = address;
    this.match = match;
    /** The match in its present state. */
    /** @type {import("@preact/signals").Signal<MatchView | null>} */
    this.view = signal(null);
    /** @type {import("@preact/signals").Signal<import("../shared/types.js").Ruleset | null>} */
    this.ruleset = signal(null);
    /** @type {import("@preact/signals").Signal<Audit | null>} */
    this.audit = signal(null);
    /** @type {import("@preact/signals").Signal<import("./first.js").Occasion | null>} */
    this.occasion = signal(null);
    /** The known facts of each claim, by its name. */
    /** @type {import("@preact/signals").Signal<ReadonlyMap<string, import("../shared/types.js").Dispute>>} */
    this.disputes = signal(new Map());
    /** The opening entry, which says when and where the match was played. */
    /** @type {import("@preact/signals").Signal<Entry | null>} */
    this.opening = signal(null);
    /** @type {import("@preact/signals").Signal<readonly Step[]>} */
    this.steps = signal([]);
    this.hand = signal(1);
    this.at = signal(0);
    /** True while the hand is still being read. */
    this.reading = signal(false);
    /** The reason why the page can show nothing. */
    /** @type {import("@preact/signals").Signal<string | null>} */
    this.failure = signal(null);
    this.index = computed(() => this.steps.value.findIndex((one) => one.version === this.at.value));
    this.step = computed(() => this.steps.value[this.index.value] ?? null);
    /** The step right before in the log. It says the moves that were possible instead. */
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

  /** Opens the replay where its reader begins. */
  async start() {
    await this.#attempt(async () => {
      const { view, ruleset, hand, version, part } = await opening();
      batch(() => {
        this.view.value = view;
        this.ruleset.value = ruleset;
      });
      await this.#open(hand, version, part);
    });
    await Promise.all([
      this.#attempt(async () => {
        const { audit, disputes } = await wholeAudit();
        batch(() => {
          this.audit.value = audit;
          this.disputes.value = disputes;
        });
      }),
      this.#attempt(async () => {
        const { entry, occasion } = await matchOpening();
        batch(() => {
          this.opening.value = entry;
          this.occasion.value = occasion;
        });
      }),
    ]);
    this.#hear();
  }

  /**
   * Reads a hand and shows it at the nearest version. It shows this part first, and then reads the rest of a long hand.
   * @param {number} hand
   * @param {number} version
   * @param {import("./first.js").Part & {after: number}} [part] the steps around it, if they were read already
   */
  async #open(hand, version, part) {
    this.reading.value = true;
    let { after: near, steps, next } = part ?? (await around(hand, version));
    if (steps.length === 0 && near > 0) ({ steps, next } = await stepsOf(hand, 0, MORE));
    batch(() => {
      this.hand.value = hand;
      this.steps.value = steps;
      this.#show(version);
    });
    if (next !== null) {
      const rest = this.#attempt(() => this.#rest(hand, /** @type {number} */ (next)));
      if (version > (steps[steps.length - 1]?.version ?? 0)) await rest.then(() => this.#show(version));
    }
    if (near > 0) await this.#attempt(() => this.#rest(hand, 0, steps[0]?.version ?? Infinity));
    this.reading.value = false;
  }

  /** @param {number} version the one to show, or the next that there is, or the last */
  #show(version) {
    const steps = this.steps.value;
    this.at.value = (steps.find((one) => one.version >= version) ?? steps[steps.length - 1])?.version ?? 0;
  }

  /**
   * Reads on in a hand, as far as a version.
   * @param {number} hand
   * @param {number} from
   * @param {number} [to]
   */
  async #rest(hand, from, to = Infinity) {
    for (let after = /** @type {number | null} */ (from); after !== null && after < to - 1;) {
      const { steps, next } = await stepsOf(hand, after, Math.min(MORE, to - after));
      if (this.hand.value !== hand) return;
      const versions = new Set(this.steps.value.map((one) => one.version));
      this.steps.value = [...this.steps.value, ...steps.filter((one) => !versions.has(one.version))].sort(
        (one, other) => one.version - other.version,
      );
      after = next;
    }
  }

  /**
   * Goes to a version, in any hand.
   * @param {number} version
   */
  async go(version) {
    if (this.steps.value.some((one) => one.version === version)) this.at.value = version;
    else await this.#attempt(async () => this.#open(await handOf(version), version));
  }

  /**
   * Opens a hand at its first step, or at its last.
   * @param {number} hand
   * @param {"first" | "last"} [where]
   */
  async openHand(hand, where = "first") {
    if (hand < 1 || hand > (this.view.value?.hand ?? 1)) return;
    await this.#attempt(() => this.#open(hand, where === "first" ? 0 : (this.view.value?.version ?? 0) + 1));
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
   * True if a step was taken back later, by the entries that were read.
   * @param {Step} step
   */
  isTakenBack(step) {
    if (this.steps.value.some((one) => one.event.type === "retract" && one.version > step.version && one.event.to < step.version))
      return true;
    const sheets = this.audit.value?.hands;
    if (!sheets || SHEETLESS.has(step.event.type) || step.version > (this.audit.value?.version ?? 0)) return false;
    const stands = sheets.some((sheet) =>
      sheet.rows.some(
        (row) =>
          row.note?.version === step.version ||
          row.cells.some((cell) => cell && cell.version <= step.version && step.version <= Math.max(cell.version, cell.last)),
      ),
    );
    return !stands;
  }

  /**
   * The act of an event, in words that follow a name.
   * @param {Entry | GameEvent} event
   */
  does(event) {
    const before = this.before.value?.view ?? this.step.value?.view;
    const builds = Object.fromEntries(
      (before ? (this.game?.heaps(before, this.name) ?? []) : []).map((one) => [one.id, one.value]),
    );
    return w.does(event, { deck: this.game?.deck ?? "french", builds });
  }

  /** @param {string} code */
  clause(code) {
    return this.ruleset.value?.clauses.find((one) => one.code === code) ?? null;
  }

  /** Hears from the service if the match counts in its contest, while the page is open. A match of no contest always counts. */
  #hear() {
    const view = this.view.value;
    if (view?.counts === undefined) return;
    const count = (/** @type {Pick<MatchView, "counts" | "instead">} */ { counts, instead }) =>
      (this.view.value = { .../** @type {MatchView} */ (this.view.value), counts, instead });
    follow(this.api, `${this.address}/stream`, view.version, {
      // Entries after the opening of the page are read with its next opening. Without a stream the page asks for them.
      entry: (at) =>
        void (
          at === Infinity && this.#attempt(async () => void count(/** @type {MatchView} */ (await this.api.get(this.address))))
        ),
      counting: (data) => void count(JSON.parse(data)),
      connection: () => {},
    });
  }

  /** @param {() => Promise<void>} act */
  async #attempt(act) {
    try {
      await act();
    } catch (error) {
      if (!(error instanceof Problem) && !(error instanceof Unreachable)) throw error;
      this.reading.value = false;
      if (this.step.value) return;
      this.failure.value = error instanceof Unreachable ? r.unreachable : error.status === 404 ? r.notFound : error.message;
    }
  }
}
