/** The state of the organizer's pages: the reader, the championship, its contests. */

import { batch, computed, signal } from "@preact/signals";
import { Api, Problem, Unreachable } from "../shared/api.js";
import { firstOf } from "../shared/lists.js";
import { follow, pause } from "../shared/stream.js";
import { keepToken, keptTokens, tokenIn } from "../shared/token.js";
import { rightsOf } from "../shared/rights.js";
import { textOf } from "../shared/words.js";
import { api, championship, id, opening, SERVICE } from "./first.js";
import { o } from "./words.js";

/** @import * as openapi from "openapi" */
/** @typedef {openapi.ChampionshipView} Championship */
/** @typedef {openapi.ContestView} Contest */
/**
 * @typedef {{organizer: boolean, referee: boolean, everywhere: boolean, all: boolean}} Rights are the reader's rights.
 *   `everywhere`: true for an organizer of every championship; `all`: true if the reader has a task in every one.
 */

/** Pause in which several decisions of others are read together. */
const PAUSE_MS = 300;
const RETRY_MS = 2_000;
/** Roles with a task in a whole championship. */
const STAFF = new Set(["organizer", "referee", "auditor"]);
const NOBODY = { organizer: false, referee: false, everywhere: false, all: false };

export class Store {
  /** The number of readings of the championship so far, and the one that the page shows. */
  #readings = 0;
  #lastReading = 0;
  /** The latest version that the stream has named. */
  #latest = 0;
  #isCatchingUp = false;

  constructor() {
    this.api = api;
    /** The championship; null at the door, before one is chosen. */
    this.id = id;
    this.rights = signal(/** @type {Rights | null} */ (null));
    /** True if the token was given on this page, and not kept from before. */
    this.isNew = false;
    /** The championships of the tokens on this device, before one is chosen. */
    this.own = signal(/** @type {readonly openapi.OwnChampionship[]} */ ([]));
    this.view = signal(/** @type {Championship | null} */ (null));
    this.contests = signal(/** @type {Contest[]} */ ([]));
    this.titles = signal(/** @type {Record<string, string>} */ ({}));
    this.rulesets = signal(/** @type {readonly openapi.RulesetSummary[]} */ ([]));
    this.formats = signal(/** @type {readonly openapi.FormatView[]} */ ([]));
    /** The rules of championships, by their codes. */
    this.clauses = signal(/** @type {readonly openapi.Clause[]} */ ([]));
    /** The reason why the page can show nothing, in words. */
    this.failure = signal("");
    this.online = signal(true);
    /** The last act in words, until the next one. */
    this.notice = signal("");
    /** The id of the chosen contest, if any. */
    this.choice = signal(/** @type {string | null} */ (null));
    /** The contest of the sections: the chosen one, or else the first that goes on, or else the last. */
    this.contest = computed(() => {
      const all = this.contests.value;
      return all.find((one) => one.id === this.choice.value) ?? all.find((one) => !isOver(one)) ?? all[all.length - 1] ?? null;
    });
  }

  /**
   * Takes a token that was typed in, or a whole address that has one.
   * @param {string} text
   */
  async identify(text) {
    const token = tokenIn(text.trim()) ?? text.trim();
    keepToken(this.id ?? SERVICE, token);
    this.api.token = token;
    this.isNew = true;
    await this.start();
  }

  /** Finds out the reader's rights, and reads all there is. */
  async start() {
    await this.#try(async () => {
      const [own, rulesets, formats] = await opening();
      const rights = await this.#rights(own);
      batch(() => {
        this.rights.value = rights;
        this.rulesets.value = rulesets.items;
        this.formats.value = formats.items;
        this.clauses.value = formats.clauses;
        this.titles.value = Object.fromEntries([...rulesets.items, ...formats.items].map((one) => [one.id, textOf(one.title)]));
      });
    });
    await this.reload();
  }

  /**
   * The clauses that order a contest's tables, from its format.
   * @param {Contest} contest
   */
  rulesOf = (contest) => this.formats.value.find((one) => one.id === contest.format)?.rules ?? {};

  /** Reads the changes of others as soon as they come. */
  follow() {
    const version = this.view.value?.version;
    if (!this.id || version === undefined) return;
    follow(this.api, `/v1/championships/${this.id}/stream`, version, {
      entry: (at) => void this.#catchUp(at),
      connection: (online) => {
        this.online.value = online;
      },
    });
  }

  /**
   * Reads until the page shows this version. A reading may fail, or be older than the entry that it was asked for.
   * @param {number} at a version; Infinity without a stream, to read once
   */
  async #catchUp(at) {
    if (at === Infinity) return this.reload();
    this.#latest = Math.max(this.#latest, at);
    if (this.#isCatchingUp) return undefined;
    this.#isCatchingUp = true;
    for (let wait = PAUSE_MS; (this.view.value?.version ?? 0) < this.#latest && !this.failure.value; wait = RETRY_MS) {
      await pause(wait);
      if ((this.view.value?.version ?? 0) < this.#latest) await this.reload();
    }
    this.#isCatchingUp = false;
    return undefined;
  }

  /** Reads the championship and its contests again. Of several readings, the one that was asked for last is shown. */
  async reload() {
    if (!this.id) return;
    const reading = ++this.#readings;
    await this.#try(async () => {
      const whole = await championship();
      // An answer to an earlier request may come later, and be older.
      if (!whole || reading < this.#lastReading) return;
      this.#lastReading = reading;
      batch(() => {
        this.view.value = whole.view;
        this.contests.value = whole.contests;
      });
    });
  }

  /**
   * The answer of a path; null if it cannot be read now. The page says so.
   * @template T
   * @param {string} path
   * @returns {Promise<T | null>}
   */
  async read(path) {
    try {
      return await this.api.get(path);
    } catch (error) {
      if (error instanceof Unreachable || (error instanceof Problem && error.passes)) this.online.value = false;
      else if (error instanceof Problem) this.notice.value = error.message;
      else throw error;
      return null;
    }
  }

  /**
   * True if a decision could be made. It stores nothing, and tells no reason.
   * @param {"POST" | "PUT"} method
   * @param {string} path
   * @param {object} body
   */
  async tries(method, path, body) {
    try {
      await this.api.decide(method, path, { body, dry: true });
      return true;
    } catch (error) {
      if (error instanceof Problem || error instanceof Unreachable) return false;
      throw error;
    }
  }

  /**
   * All items of a list that comes in pages.
   * @template T
   * @param {string} path without a cursor
   * @returns {Promise<T[]>}
   */
  async all(path) {
    return [...(await firstOf((page) => this.read(page), path)).items];
  }

  /**
   * The title of a game or a format.
   * @param {string} id of a ruleset or of a format
   */
  title(id) {
    return this.titles.value[id] ?? "";
  }

  /**
   * The rule of a format, in the words of its clause.
   * @param {string} format
   */
  clause(format) {
    const clause = this.clauses.value.find((one) => one.code === `${format}.format` || one.code === `format.${format}`);
    return clause ? textOf(clause) : "";
  }

  /**
   * The name of a person, or a text for an erased name.
   * @param {{name: string | null} | null} person
   */
  name(person) {
    return person?.name ?? o.erased;
  }

  /** @param {() => Promise<void>} read */
  async #try(read) {
    try {
      await read();
      this.online.value = true;
      this.failure.value = "";
    } catch (error) {
      if (error instanceof Unreachable || (error instanceof Problem && error.passes)) this.online.value = false;
      else if (error instanceof Problem) this.failure.value = error.status === 404 ? o.notFound : error.message;
      else throw error;
    }
  }

  /**
   * The rights of the reader here, from the service.
   * @param {openapi.OwnToken | null} own
   * @returns {Promise<Rights>}
   */
  async #rights(own) {
    if (!own || !STAFF.has(own.role) || own.scope.match) return this.#elsewhere(own);
    const all = !own.scope.championship;
    if (!all && own.scope.championship !== this.id) return this.#elsewhere(own);
    const organizer = own.role === "organizer";
    return { organizer, referee: true, everywhere: organizer && all, all };
  }

  /**
   * No rights here. Before a championship is chosen, it finds those for which this device has tokens with some right.
   * @param {openapi.OwnToken | null} own
   */
  async #elsewhere(own) {
    if (this.id) return NOBODY;
    // A token that was typed just now comes first. Otherwise it tries every token that was kept here.
    const tokens = this.isNew ? [] : keptTokens();
    const others = tokens.map((token) => rightsOf(new Api(token, this.api.language)));
    const championships = [own, ...(await Promise.all(others))].flatMap((one) =>
      one?.championship && STAFF.has(one.role) && !one.scope.match ? [one.championship] : [],
    );
    this.own.value = [...new Map(championships.map((one) => [one.id, one])).values()];
    return NOBODY;
  }
}

/** @param {Contest} contest */
export const isOver = (contest) => ["finished", "null", "cancelled"].includes(contest.phase);
