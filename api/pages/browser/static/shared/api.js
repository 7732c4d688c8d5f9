/** The API as the pages use it: one token, one language, and three kinds of failure. */

import { ServiceTime } from "./servicetime.js";
import { within } from "./within.js";

/** @typedef {import("./types.js").ProblemBody} ProblemBody */

/** A refusal of the service, with its reason in the reader's language. */
export class Problem extends Error {
  /**
   * @param {number} status
   * @param {ProblemBody} body
   */
  constructor(status, body) {
    super(body.detail ?? body.title ?? String(status));
    this.status = status;
    this.body = body;
  }

  /** True if the same request may succeed later: too many requests, or the service cannot answer now. */
  get passes() {
    return this.status === 429 || this.status >= 500 || this.waits !== null;
  }

  /** Seconds until the answer will be there, if the service is still working it out; else null. */
  get waits() {
    return this.body.code === "conflict" ? (this.body.retry_after ?? null) : null;
  }
}

/** A request without an answer. It is unknown if the service took it. */
export class Unreachable extends Error {}

const TIMEOUT_MS = 20_000;

export class Api {
  /**
   * @param {string | null} token
   * @param {string} language
   */
  constructor(token, language) {
    this.token = token;
    this.language = language;
    /** The position of the log after the last decision of this page: later reads show at least that position. */
    this.position = /** @type {string | null} */ (null);
    /** The clock of the service, set by every answer. */
    this.time = new ServiceTime();
  }

  /** @param {Record<string, string>} [more] */
  headers(more = {}) {
    /** @type {Record<string, string>} */
    const headers = { "Accept-Language": this.language, ...more };
    if (this.token) headers.Authorization = `Bearer ${this.token}`;
    return headers;
  }

  /**
   * The answer of a path. Throws Problem and Unreachable.
   * @template T
   * @param {string} path
   * @returns {Promise<T>}
   */
  get(path) {
    return this.#ask(path, { headers: this.headers({ Accept: "application/json", ...this.#since() }) });
  }

  /**
   * A file, as it comes, however long it takes. Throws Problem and Unreachable.
   * @param {string} path
   * @returns {Promise<Blob>}
   */
  async file(path) {
    let response;
    try {
      response = await fetch(path, { headers: this.headers(), cache: "no-store" });
      if (response.ok) return await response.blob();
    } catch (error) {
      throw new Unreachable(String(error));
    }
    throw new Problem(response.status, problemIn(await response.text()));
  }

  /**
   * Sends a decision, or only tries it, which stores nothing. Under one key it is stored once, however often it is sent. Throws
   * Problem and Unreachable.
   *
   * @template T
   * @param {"POST" | "PUT" | "DELETE"} method
   * @param {string} path
   * @param {{body?: object, key?: string, version?: number, dry?: boolean}} [more] `version`: only while what it is about has
   *   this one
   * @returns {Promise<T>}
   */
  decide(method, path, { body, key, version, dry } = {}) {
    /** @type {Record<string, string>} */
    const headers = {};
    if (body) headers["Content-Type"] = "application/json";
    if (key && !dry) headers["Idempotency-Key"] = key;
    if (version !== undefined) headers["If-Match"] = `"${version}"`;
    const request = { method, headers: this.headers(headers), body: body && JSON.stringify(body) };
    return this.#ask(dry ? `${path}${path.includes("?") ? "&" : "?"}dry_run=true` : path, request, (onHeaders) => {
      this.position = onHeaders.get("Consistency-Token") ?? this.position;
    });
  }

  /** @returns {Record<string, string>} */
  #since() {
    return this.position ? { "Consistency-Token": this.position } : {};
  }

  /**
   * The same, for an answer that was read before. The service does not send it again if it has not changed (ETag). Throws Problem
   * and Unreachable.
   * @template T
   * @param {string} path
   * @returns {Promise<T>}
   */
  again(path) {
    return this.#ask(path, { headers: this.headers({ Accept: "application/json" }), cache: "no-cache" });
  }

  /**
   * Puts a body at a path, which answers with nothing. Throws Problem and Unreachable.
   * @param {string} path
   * @param {object} body
   */
  put(path, body) {
    return this.#ask(path, {
      method: "PUT",
      headers: this.headers({ "Content-Type": "application/json" }),
      body: JSON.stringify(body),
    });
  }

  /**
   * Appends an event, and only after the version at which it was meant. Under one key it is stored once, however often it is
   * sent.
   * @param {string} match
   * @param {import("./types.js").Outgoing} item
   * @returns {Promise<import("./types.js").EventAnswer>}
   */
  append(match, item) {
    /** @type {Record<string, string>} */
    const more = {
      "Content-Type": "application/json",
      "Idempotency-Key": item.key,
      "If-Match": `"${item.after}"`,
    };
    if (item.pin) more["Confirmation-Pin"] = item.pin;
    return this.#ask(`/v1/matches/${match}/events`, {
      method: "POST",
      headers: this.headers(more),
      body: JSON.stringify(item.event),
    });
  }

  /**
   * The effect of an event, without storing it.
   * @param {string} match
   * @param {import("./types.js").GameEvent} event
   * @returns {Promise<import("./types.js").EventAnswer>}
   */
  rehearse(match, event) {
    return this.#ask(`/v1/matches/${match}/events?dry_run=true`, {
      method: "POST",
      headers: this.headers({ "Content-Type": "application/json" }),
      body: JSON.stringify(event),
    });
  }

  /**
   * Asks for the fate of events that follow an earlier version of the log. Throws a Problem `conflict`, with the entries since
   * then and a judgement of each event now.
   *
   * @param {string} match
   * @param {import("./types.js").GameEvent[]} events
   * @param {number} after
   * @returns {Promise<import("./types.js").EventAnswer>}
   */
  rehearseAll(match, events, after) {
    return this.#ask(`/v1/matches/${match}/events?dry_run=true`, {
      method: "POST",
      headers: this.headers({ "Content-Type": "application/json", "If-Match": `"${after}"` }),
      body: JSON.stringify(events),
    });
  }

  /**
   * Sends a queue that was taken off a device, or only tries it, which stores nothing.
   * @param {string} match
   * @param {string} lines
   * @param {{dry?: boolean}} [more]
   * @returns {Promise<import("./types.js").QueueGiven>}
   */
  giveQueue(match, lines, { dry } = {}) {
    return this.#ask(`/v1/matches/${match}/queue${dry ? "?dry_run=true" : ""}`, {
      method: "POST",
      headers: this.headers({ "Content-Type": "application/x-ndjson" }),
      body: lines,
    });
  }

  /**
   * @param {string} path
   * @param {RequestInit} request
   * @param {(headers: Headers) => void} [onHeaders] told of the answer's headers
   */
  async #ask(path, request, onHeaders) {
    let response;
    let text;
    const limit = within(TIMEOUT_MS);
    const sentAt = this.time.device();
    try {
      response = await fetch(path, { cache: "no-store", ...request, signal: limit.signal });
      this.time.observe(response.headers.get("Date"), sentAt);
      text = await response.text();
    } catch (error) {
      throw new Unreachable(String(error));
    } finally {
      limit.end();
    }
    onHeaders?.(response.headers);
    if (response.ok) return text ? JSON.parse(text) : null;
    throw new Problem(response.status, problemIn(text));
  }
}

/**
 * @param {string} text
 * @returns {ProblemBody}
 */
function problemIn(text) {
  try {
    return JSON.parse(text);
  } catch {
    return { code: "unavailable", title: text.slice(0, 200) };
  }
}
