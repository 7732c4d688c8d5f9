/**
 * Storage of a match on this device, over a reload, a crash or a flat battery: the events that wait, and the match as it was
 * shown last. IndexedDB holds them. A tap is also written at once, before the page does anything else, into a short journal in
 * `localStorage`, since a database writes a moment later; what the database has leaves the journal.
 *
 * A browser may refuse either, never answer, be full, or empty them meanwhile: the page goes on from its own memory, and says so.
 */

import { computed, signal } from "@preact/signals-core";

/** @typedef {import("./types.js").Outgoing} Outgoing */

const DATABASE = "referee";
const EDITION = 1;
const WAITING = "waiting";
const MATCHES = "matches";
/** Time that a database has to answer before the page goes on without it. */
const PATIENCE_MS = 2_000;

/** True once the browser was asked not to throw away what it keeps for this page. */
let isKept = false;

export class MatchStorage {
  /**
   * @param {string} match
   * @param {import("./tab.js").Tab} tab
   */
  constructor(match, tab) {
    this.match = match;
    this.tab = tab;
    this.place = `referee.tapped.${match}`;
    /** Events that the database does not have yet. */
    this.journal = new Map(this.#recall().map((item) => [item.key, item]));
    /** All events that wait, for a database that was emptied. */
    this.items = new Map(this.journal);
    this.hasDatabase = signal(true);
    this.hasJournal = signal(this.#note());
    /** What stays over a reload: "all"; "journal", which browsers empty more easily; "nothing", so that events wait on the page only. */
    this.keeps = computed(() => (this.hasDatabase.value ? "all" : this.hasJournal.value ? "journal" : "nothing"));
    this.database = this.#open();
    /** The rows of the events that wait. They are asked for at once: other modules of the page may still be on their way. */
    this.rows = this.#ask(WAITING, "readonly", (store) => store.getAll(ofMatch(match)));
    addEventListener("pagehide", () => void this.#restore());
  }

  /**
   * The events that wait, in the order in which they were tapped. Without an answer of the database these are those of the
   * journal; `late` hears what the database says later.
   * @param {(items: Outgoing[]) => void} late
   * @returns {Promise<Outgoing[]>}
   */
  async waiting(late) {
    let isLate = false;
    void this.rows.then((/** @type {Outgoing[] | undefined} */ rows) => {
      for (const item of rows ?? []) if (!this.items.has(item.key)) this.items.set(item.key, item);
      if (isLate && rows) late(rows);
    });
    isLate = (await this.#judge(this.rows)) === undefined;
    return [...this.items.values()].sort((one, other) => one.n - other.n);
  }

  /**
   * Keeps an event, or its changes. It is in the journal before this returns.
   * @param {Outgoing} item
   */
  put(item) {
    if (!isKept) void navigator.storage?.persist?.().catch(() => {});
    isKept = true;
    this.items.set(item.key, item);
    this.journal.set(item.key, item);
    this.#note();
    const writing = this.#write([item]);
    void this.#judge(writing);
    void writing.then((isWritten) => (isWritten && this.items.size > 1 ? this.#restore() : undefined));
  }

  /**
   * Forgets events.
   * @param {readonly Outgoing[]} items
   */
  drop(items) {
    for (const item of items) {
      this.items.delete(item.key);
      this.journal.delete(item.key);
    }
    this.#note();
    for (const item of items) void this.#ask(WAITING, "readwrite", (store) => store.delete([this.match, item.n]));
  }

  /** @returns {Promise<any>} the match as its page stored it last; undefined if it did not */
  snapshot() {
    return inTime(this.#ask(MATCHES, "readonly", (store) => store.get(this.match)));
  }

  /** @param {object} view the match, as `shown` is to return it */
  show(view) {
    void this.#judge(this.#ask(MATCHES, "readwrite", (store) => store.put({ ...view, match: this.match })));
  }

  /** Opens the database, again if the browser closes it. */
  async #open() {
    const database = await openDatabase();
    if (!database) return null;
    const again = () => {
      database.close();
      this.database = this.#open();
      void this.#restore();
    };
    database.onversionchange = database.onclose = again;
    return database;
  }

  /** Writes the events that wait again if the database has lost some: the browser, or its owner, has emptied it. */
  async #restore() {
    const count = await this.#ask(WAITING, "readonly", (store) => store.count(ofMatch(this.match)));
    if (count < this.items.size && this.tab.holds()) await this.#write([...this.items.values()]);
  }

  /**
   * Writes events into the database, which then leave the journal. True once they are written; undefined if that fails.
   * @param {Outgoing[]} items
   */
  async #write(items) {
    const isWritten = await this.#ask(WAITING, "readwrite", (store) => {
      const [first, ...others] = items.map((item) => store.put({ ...item, match: this.match }));
      return others.pop() ?? first;
    });
    if (!isWritten) return undefined;
    for (const item of items) if (this.journal.get(item.key) === item) this.journal.delete(item.key);
    this.#note();
    return true;
  }

  /**
   * What the database answers, or undefined if it fails or takes too long. The page says whether the database keeps anything.
   * @template T
   * @param {Promise<T>} answer
   */
  async #judge(answer) {
    void answer.then((outcome) => (this.hasDatabase.value = outcome !== undefined));
    const outcome = await inTime(answer);
    if (outcome === undefined) this.hasDatabase.value = false;
    return outcome;
  }

  /** @returns {Outgoing[]} */
  #recall() {
    try {
      return JSON.parse(localStorage.getItem(this.place) ?? "[]");
    } catch {
      return [];
    }
  }

  /** Writes the journal. Returns false if the browser keeps none. */
  #note() {
    // The journal is one for all tabs: it belongs to the one that records.
    if (!this.tab.holds()) return true;
    let isWritten = true;
    try {
      localStorage.setItem(this.place, JSON.stringify([...this.journal.values()]));
      if (this.journal.size === 0) localStorage.removeItem(this.place);
    } catch {
      isWritten = false;
    }
    if (this.hasJournal) this.hasJournal.value = isWritten;
    return isWritten;
  }

  /**
   * The result of a request to the database once it is written; undefined if it fails. A browser may never say either.
   * @param {string} name
   * @param {IDBTransactionMode} mode
   * @param {(store: IDBObjectStore) => IDBRequest} request
   * @returns {Promise<any>}
   */
  async #ask(name, mode, request) {
    const database = await this.database;
    return await new Promise((resolve) => {
      try {
        if (!database) return resolve(undefined);
        const transaction = database.transaction(name, mode);
        const query = request(transaction.objectStore(name));
        transaction.oncomplete = () => resolve(mode === "readonly" ? query.result : true);
        transaction.onerror = transaction.onabort = () => resolve(undefined);
        if (mode === "readwrite") transaction.commit();
      } catch {
        resolve(undefined);
      }
    });
  }
}

/** @param {string} match */
const ofMatch = (match) => IDBKeyRange.bound([match], [match, []]);

/**
 * An answer of the database, or undefined if it takes too long.
 * @template T
 * @param {Promise<T>} answer
 * @returns {Promise<T | undefined>}
 */
const inTime = (answer) =>
  Promise.race([answer, /** @type {Promise<undefined>} */ (new Promise((resolve) => setTimeout(resolve, PATIENCE_MS)))]);

/** @returns {Promise<IDBDatabase | null>} */
function openDatabase() {
  return new Promise((resolve) => {
    try {
      const query = indexedDB.open(DATABASE, EDITION);
      query.onupgradeneeded = () => {
        query.result.createObjectStore(WAITING, { keyPath: ["match", "n"] });
        query.result.createObjectStore(MATCHES, { keyPath: "match" });
      };
      query.onsuccess = () => resolve(query.result);
      query.onerror = query.onblocked = () => resolve(null);
    } catch {
      resolve(null);
    }
  });
}
