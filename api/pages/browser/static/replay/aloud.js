/** The replay says aloud the step that it shows. It names no card that is in a hand then, as the table does not. */

import { effect } from "@preact/signals";
import { changes, consequences, openly, state } from "../aloud/news.js";
import { Voice } from "../aloud/voice.js";
import { infractions, ruleText, sentence } from "./account.js";
import { r } from "./words.js";

/** @typedef {import("./store.js").Replay} Replay */
/** @typedef {import("../shared/types.js").Step} Step */
/** @typedef {import("../shared/types.js").Entry} Entry */
/** @typedef {import("../aloud/voice.js").Sentence} Sentence */

class ReplaySpeech {
  /** @param {Replay} replay */
  constructor(replay) {
    this.replay = replay;
    this.voice = new Voice(speechSynthesis);
    this.isMute = this.voice.isMute;
    /** The step that was said last. */
    this.version = 0;
    this.unfollow = effect(() => {
      const { value: step } = replay.step;
      if (!step || step.version === this.version) return;
      this.version = step.version;
      this.voice.turnTo(this.#account(step));
    });
  }

  /** Says the step once more. */
  again = () => {
    const step = this.replay.step.peek();
    if (step) this.voice.turnTo(this.#account(step));
  };

  close() {
    this.unfollow();
    this.voice.close();
  }

  /**
   * @param {Step} step
   * @returns {Sentence[]}
   */
  #account({ event, version, view }) {
    const { replay } = this;
    const now = replay.view.peek();
    const before = replay.before.peek();
    const breaches = now ? infractions(now).filter((one) => one.version === version) : [];
    return [
      { text: sentence(replay, /** @type {Entry} */ (openly(event, view.ruleset))) },
      ...breaches.map(({ status, code }) => ({ text: `${r.broken}: ${r.status[status]}. ${ruleText(replay, code)}` })),
      ...consequences(event.facts, view),
      ...(before && event.type !== "retract" ? changes(before.view, view) : []),
      ...state(view),
    ];
  }
}

/** @param {Replay} replay */
export const speak = (replay) => new ReplaySpeech(replay);
