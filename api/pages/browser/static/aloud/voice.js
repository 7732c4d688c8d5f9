/**
 * A voice that says sentences one after another. The newest state is worth more than a backlog: what nothing follows from any
 * more is not said. A hidden page is silent, and so is one that its reader leaves.
 */

import { signal } from "@preact/signals";
import { language } from "../shared/language.js";
import { s } from "./words.js";

/**
 * @typedef {{text: string, isLasting?: boolean, isState?: boolean}} Sentence `isLasting`: true if it is still said when newer
 *   ones came; `isState`: true if a newer one makes it wrong
 */

/** Number of lasting sentences that wait for newer ones. */
const MOST = 3;
/** Time without a word between two that do not belong together. Some engines lose what comes right after a cancel. */
const BREAK_MS = 60;
/** Time in which a device with a voice begins to speak. */
const LATE_MS = 2_000;
/** The errors of an engine that cannot speak. Others are of one utterance. */
const FAILURES = new Set(["language-unavailable", "voice-unavailable", "synthesis-failed", "synthesis-unavailable", "audio-hardware"]);

export class Voice {
  /** @param {SpeechSynthesis} synthesis */
  constructor(synthesis) {
    this.synthesis = synthesis;
    /** @type {readonly Sentence[]} */
    this.waiting = [];
    /** The newest sentences, for a browser that says nothing before the first touch. */
    /** @type {readonly Sentence[]} */
    this.newest = [];
    /** The utterance in progress. Chrome tells no end of an utterance that nothing holds. */
    /** @type {{sentence: Sentence, utterance: SpeechSynthesisUtterance} | null} */
    this.current = null;
    this.isHeard = false;
    /** True if this device has no voice. */
    this.isMute = signal(false);
    this.timer = 0;
    this.lateTimer = 0;
    this.listeners = new AbortController();
    const options = { signal: this.listeners.signal, capture: true };
    document.addEventListener("visibilitychange", () => document.hidden && this.stop(), options);
    addEventListener("pagehide", () => this.stop(), options);
    for (const touch of ["click", "keydown"]) addEventListener(touch, () => this.#awake(), { ...options, once: true });
    // The first question makes Chrome read its voices.
    synthesis.getVoices();
    // Safari 15 has this event as a property alone.
    synthesis.onvoiceschanged = () => {
      if (synthesis.getVoices().length > 0) this.isMute.value = false;
    };
  }

  /**
   * Says news after what is being said. Of what still waits, the news leave what lasts.
   * @param {readonly Sentence[]} news
   */
  say(news) {
    this.#enter(news, news, this.waiting.filter((one) => one.isLasting).slice(-MOST));
  }

  /**
   * Says more of the same news, before the state in which they end.
   * @param {readonly Sentence[]} news
   */
  add(news) {
    const states = news.some((one) => one.isState) ? [] : this.waiting.filter((one) => one.isState);
    this.#enter([...news, ...states], news, this.waiting.filter((one) => !one.isState));
  }

  /**
   * @param {readonly Sentence[]} sentences
   * @param {readonly Sentence[]} news
   * @param {readonly Sentence[]} before
   */
  #enter(sentences, news, before) {
    if (document.hidden || news.length === 0) return;
    if (this.current?.sentence.isState && sentences.some((one) => one.isState)) this.#cut();
    this.newest = news;
    this.waiting = [...before, ...sentences];
    this.#next();
  }

  /**
   * Says this and nothing else.
   * @param {readonly Sentence[]} sentences
   */
  turnTo(sentences) {
    this.stop();
    this.say(sentences);
  }

  /** Says nothing more of what was to be said. */
  stop() {
    this.waiting = [];
    this.#cut();
  }

  close() {
    this.stop();
    this.listeners.abort();
    this.synthesis.onvoiceschanged = null;
    clearTimeout(this.timer);
    clearTimeout(this.lateTimer);
  }

  #cut() {
    if (!this.current) return;
    this.current = null;
    this.synthesis.cancel();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = 0;
      this.#next();
    }, BREAK_MS);
  }

  #next() {
    // An engine may tell no end.
    if (this.timer || (this.current && (this.synthesis.speaking || this.synthesis.pending))) return;
    const [sentence, ...others] = this.waiting;
    this.current = null;
    if (!sentence) return;
    this.waiting = others;
    const utterance = new SpeechSynthesisUtterance(pronounceable(sentence.text));
    utterance.lang = language;
    utterance.voice = voiceOf(this.synthesis.getVoices());
    if (utterance.voice) utterance.lang = utterance.voice.lang;
    utterance.onstart = () => {
      this.isHeard = true;
      this.isMute.value = false;
    };
    utterance.onend = () => this.#ends(utterance);
    utterance.onerror = ({ error }) => {
      if (FAILURES.has(error)) this.isMute.value = !this.isHeard;
      this.#ends(utterance);
    };
    this.current = { sentence, utterance };
    this.synthesis.speak(utterance);
    if (!this.isHeard && !this.lateTimer) this.lateTimer = setTimeout(() => this.#isLate(), LATE_MS);
  }

  /** @param {SpeechSynthesisUtterance} utterance */
  #ends(utterance) {
    if (this.current?.utterance !== utterance) return;
    this.current = null;
    this.#next();
  }

  #isLate() {
    this.isMute.value = !this.isHeard && this.synthesis.getVoices().length === 0;
  }

  /** Says the newest sentences within the first touch, if the browser said nothing before it. */
  #awake() {
    if (this.isHeard || document.hidden || this.newest.length === 0) return;
    this.current = null;
    this.synthesis.cancel();
    this.waiting = this.newest;
    this.#next();
  }
}

/**
 * The voice for the page's language: one that needs no network and is of the reader's country, if there is one. Without any
 * for this language, the engine chooses.
 * @param {SpeechSynthesisVoice[]} voices
 */
function voiceOf(voices) {
  const rank = (/** @type {SpeechSynthesisVoice} */ { localService, lang, default: isUsual }) =>
    Number(localService) * 4 + Number(navigator.languages.includes(tag(lang))) * 2 + Number(isUsual);
  const [best] = voices
    .filter(({ lang }) => tag(lang).split("-")[0] === language)
    .sort((one, other) => rank(other) - rank(one));
  return best ?? null;
}

/**
 * The name of a language as the Web writes it. Android has `es_ES`.
 * @param {string} lang
 */
const tag = (lang) => lang.replace("_", "-");

/**
 * A text as it is said: without signs that voices read out or pass over.
 * @param {string} text
 */
const pronounceable = (text) =>
  text
    .replace(/(^|[\s(])[-\u2212](?=\d)/g, `$1${s.minus} `)
    .replace(/\s[·–]\s/g, ", ")
    .replace(/[«»“”`]/g, "");
