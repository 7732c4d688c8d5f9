/** A table says aloud what happens at it. The hand of a seat is said on that seat's own device alone. */

import { effect } from "@preact/signals";
import { actOf, cardNames, changes, consequences, lying, scoreOf, state } from "../aloud/news.js";
import { Voice } from "../aloud/voice.js";
import { s } from "../aloud/words.js";
import { w } from "../shared/words.js";
import { referees } from "./reader.js";

/** @typedef {import("./store.js").Table} Table */
/** @typedef {import("../shared/types.js").GameEvent} GameEvent */
/** @typedef {import("../shared/types.js").MatchView} MatchView */
/** @typedef {import("../shared/types.js").Card} Card */
/** @typedef {import("../aloud/voice.js").Sentence} Sentence */

/** Number of acts that are said one by one if they come together. */
const FEW = 2;

class TableSpeech {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.voice = new Voice(speechSynthesis);
    this.isMute = this.voice.isMute;
    /** The match as it was said last, also with events that wait. */
    /** @type {MatchView | null} */
    this.view = null;
    /** The version of the last entry with facts that were said. */
    this.entries = 0;
    /** @type {ReadonlySet<string>} */
    this.troubles = new Set();
    /** @type {readonly Card[]} */
    this.hand = [];
    this.unfollow = effect(() => this.#follow());
  }

  /** Says how the table stands. */
  again = () => {
    const view = this.table.view.peek();
    if (view) this.voice.turnTo([...state(view), ...lying(view).map(text), ...scoreOf(view).map(text), ...handOf(view, this.#ownHand(view))]);
  };

  close() {
    this.unfollow();
    this.voice.close();
  }

  /** The seats that own this device. */
  get #seats() {
    const { value: reader } = this.table.reader;
    return referees(reader) ? [] : reader.seats;
  }

  /**
   * The cards in the hand of the one seat that owns this device.
   * @param {MatchView} view
   */
  #ownHand(view) {
    const [seat] = this.#seats;
    return (seat === undefined ? null : view.hands[seat]) ?? [];
  }

  #follow() {
    const view = this.table.view.value;
    if (!view) return;
    /** @type {Sentence[]} */
    const news = [...this.#troubles(), ...(this.view ? this.#news(this.view, view) : state(view)), ...this.#handNews(view)];
    const inOrder = [...news.filter((one) => !one.isState), ...news.filter((one) => one.isState)];
    const isLater = view.version !== this.view?.version;
    this.view = view;
    this.entries = Math.max(this.entries, this.table.savedView.value?.version ?? 0);
    if (isLater) this.voice.say(inOrder);
    else this.voice.add(inOrder);
  }

  /**
   * @param {MatchView} before
   * @param {MatchView} after
   * @returns {Sentence[]}
   */
  #news(before, after) {
    const entries = this.table.course.log.filter((entry) => entry.version > this.entries);
    const waiting = this.table.outbox.waiting.value.map((item) => ({ ...item.event, version: item.after + 1 }));
    const events = [...entries, ...waiting].filter(
      ({ version }, i, all) => version > before.version && version <= after.version && all.findIndex((one) => one.version === version) === i,
    );
    const acts = events.flatMap((event) => actOf(/** @type {GameEvent} */ (event), before, after, this.#seats));
    const isBack = after.version < before.version || events.some((event) => event.type === "retract");
    const effects = [
      ...entries.flatMap((entry) => consequences(entry.facts, after)),
      ...(isBack ? [] : changes(before, after)),
    ];
    const ownActs = acts.length <= FEW ? acts : effects.length > 0 ? [] : acts.slice(-1);
    const now = state(after);
    const isNew = events.length > 0 || isBack || now[0]?.text !== state(before)[0]?.text;
    return [...ownActs, ...effects, ...(isNew ? now : [])];
  }

  /**
   * What came into the own hand.
   * @param {MatchView} view
   * @returns {Sentence[]}
   */
  #handNews(view) {
    const hand = this.#ownHand(view);
    const fresh = hand.filter((card) => !this.hand.includes(card));
    const isWhole = fresh.length === hand.length;
    this.hand = hand;
    if (fresh.length === 0) return [];
    return isWhole && fresh.length > 1 ? handOf(view, hand) : [{ text: s.youGet(cardNames(view, fresh)), isLasting: true }];
  }

  /** What the table has to answer first. No message of the service is said: it may name cards in a hand. */
  #troubles() {
    const { outbox, trouble, question } = this.table;
    const now = new Set(
      [outbox.problem.value ? w.refused : "", trouble.value?.title ?? "", question.value ? w.irregular.title : ""].filter(Boolean),
    );
    const fresh = [...now].filter((one) => !this.troubles.has(one));
    this.troubles = now;
    return fresh.map((one) => ({ text: one, isLasting: true }));
  }
}

/** @param {string} one @returns {Sentence} */
const text = (one) => ({ text: one });

/**
 * @param {MatchView} view
 * @param {readonly Card[]} hand
 * @returns {Sentence[]}
 */
const handOf = (view, hand) => (hand.length > 0 ? [{ text: s.yourHand(cardNames(view, hand)), isLasting: true }] : []);

/** @param {Table} table */
export const speak = (table) => new TableSpeech(table);
