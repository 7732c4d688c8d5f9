/**
 * Storage of a match on this device, over a reload, a crash or a flat battery: the events that wait, and the match as it was
 * shown last. IndexedDB holds them. A tap is also written at once, before the page does anything else, into a short journal in
 * `localStorage`, since a database writes a moment later; what the database has leaves the journal.
 */

import { signal } from "@preact/signals";

/** @typedef {import("./types.js").Outgoing} Outgoing */

const DATABASE = "referee";
const EDITION = 1;
const WAITING = "waiting";
const MATCHES = "matches";

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
    /** False once a browser has refused a database: the queue is in the journal alone, or, if that fails too, on the page only. */
    this.sure = signal(true);
    this.database = openDatabase().then((database) => {
      this.sure.value = database !== null;
      return database;
    });
    this.place = `referee.tapped.${match}`;
    /** Events that the database does not have yet. */
    this.journal = new Map(this.#recall().map((item) => [item.key, item]));
  }

  /**
   * The events that wait, in the order in which they were tapped.
   * @returns {Promise<Outgoing[]>}
   */
  async waiting() {
    const rows = /** @type {Outgoing[]} */ (
      (await this.#ask(WAITING, "readonly", (store) => store.getAll(ofMatch(this.match)))) ?? []
    );
    const items = new Map([...rows, ...this.journal.values()].map((item) => [item.key, item]));
    return [...items.values()].sort((one, other) => one.n - other.n);
  }

  /**
   * Keeps an event, or its changes. It is in the journal before this returns.
   * @param {Outgoing} item
   */
  put(item) {
    if (!isKept) void navigator.storage?.persist?.().catch(() => {});
    isKept = true;
    this.journal.set(item.key, item);
    this.#note();
    void this.#ask(WAITING, "readwrite", (store) => store.put({ ...item, match: this.match })).then((outcome) => {
      if (outcome === undefined || this.journal.get(item.key) !== item) return;
      this.journal.delete(item.key);
      this.#note();
    });
  }

  /**
   * Forgets events.
   * @param {readonly Outgoing[]} items
   */
  drop(items) {
    for (const item of items) this.journal.delete(item.key);
    this.#note();
    for (const item of items) void this.#ask(WAITING, "readwrite", (store) => store.delete([this.match, item.n]));
  }

  /** @returns {Promise<any>} the match as its page stored it last; undefined if it did not */
  snapshot() {
    return this.#ask(MATCHES, "readonly", (store) => store.get(this.match));
  }

  /** @param {object} view the match, as `shown` is to return it */
  show(view) {
    void this.#ask(MATCHES, "readwrite", (store) => store.put({ ...view, match: this.match }));
  }

  /** @returns {Outgoing[]} */
  #recall() {
    try {
      return JSON.parse(localStorage.getItem(this.place) ?? "[]");
    } catch {
      return [];
    }
  }

  #note() {
    // The journal is one for all tabs: it belongs to the one that records.
    if (!this.tab.holds()) return;
    try {
      if (this.journal.size > 0) localStorage.setItem(this.place, JSON.stringify([...this.journal.values()]));
      else localStorage.removeItem(this.place);
    } catch {
      // A browser that keeps nothing: the events wait on the page only, which says so where there is no database either.
    }
  }

  /**
   * The result of a request to the database once it is written; undefined if it fails.
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
