/**
 * A log as it grows, read with `fetch`: an EventSource cannot send a token. A browser has six lines to a host over HTTP/1.1 for
 * all its pages. A page follows one stream at a time, and none while nobody sees it.
 */

/** @typedef {import("./api.js").Api} Api */

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8_000;
/** Milliseconds of silence after which a line leads nowhere any more. The service writes every 15 seconds. */
const SILENCE_MS = 40_000;
/** Time out of sight after which a page gives its line to others. */
const UNSEEN_MS = 4_000;
/** The event of a match's stream that is no entry of its log. */
const COUNTING = "counting";

/** The streams of this page, each with what drops its line and what lets it have one again. */
const streams = /** @type {Set<{drop: () => void, go: () => void}>} */ (new Set());
/** The number of reasons for which they have no line now. */
let holds = 0;

/**
 * Drops the lines of all streams of this page, until what is returned is called. They follow then from where they were.
 * @returns {() => void}
 */
export function holdStreams() {
  let isHeld = true;
  holds += 1;
  for (const stream of streams) stream.drop();
  return () => {
    if (!isHeld) return;
    isHeld = false;
    holds -= 1;
    if (holds === 0) for (const stream of streams) stream.go();
  };
}

/** Questions whether this page has work for which it keeps its line, seen or not. */
const works = /** @type {(() => boolean)[]} */ ([]);

/** @param {() => boolean} isBusy whether the page keeps its line while nobody sees it */
export const keepLineWhile = (isBusy) => void works.push(isBusy);

let isYielding = false;

/** Leaves the lines of this page to others while nobody sees it. */
function yieldUnseen() {
  if (isYielding) return;
  isYielding = true;
  let timer = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);
  let show = () => {};
  const rest = () => {
    if (works.some((isBusy) => isBusy())) timer = setTimeout(rest, UNSEEN_MS);
    else show = holdStreams();
  };
  const look = () => {
    clearTimeout(timer);
    show();
    if (document.visibilityState === "hidden") timer = setTimeout(rest, UNSEEN_MS);
  };
  document.addEventListener("visibilitychange", look);
  addEventListener("pageshow", look);
  look();
}

/**
 * Reports every entry above a version, until it is stopped. It connects again after a loss of network.
 *
 * @param {Api} api
 * @param {string} path of the stream
 * @param {number} after
 * @param {{
 *   entry: (version: number, data: string) => void,
 *   counting?: (data: string) => void,
 *   connection: (online: boolean) => void,
 * }} tell `counting`: whether the match counts in its contest
 * @returns {() => void} stops it
 */
export function follow(api, path, after, tell) {
  const stop = new AbortController();
  let last = after;
  let wait = FIRST_WAIT_MS;
  let drop = () => {};
  let isDropped = false;
  let go = () => {};

  const read = async () => {
    const headers = api.headers({ Accept: "text/event-stream", "Last-Event-ID": String(last) });
    const line = silence(stop.signal);
    drop = line.drop;
    isDropped = false;
    try {
      const response = await fetch(path, { headers, signal: line.signal, cache: "no-store" });
      tell.connection(true);
      if (!response.ok || !response.body) {
        // The service is there and has no place for one more stream: what is new is asked for instead.
        tell.entry(Infinity, "");
        return true;
      }
      wait = FIRST_WAIT_MS;
      let [at, name, data] = [last, "", ""];
      for await (const text of lines(response.body)) {
        line.renew();
        if (text.startsWith("id:")) at = Number(text.slice(3));
        else if (text.startsWith("event:")) name = text.slice(6).trim();
        else if (text.startsWith("data:")) data = text.slice(5);
        else if (text === "" && data) {
          // Only now: a line that breaks within an entry brings it again.
          last = at;
          if (name === COUNTING) tell.counting?.(data);
          else tell.entry(last, data);
          [name, data] = ["", ""];
        } else if (text.startsWith(":")) tell.connection(true);
      }
      return false;
    } finally {
      line.end();
    }
  };

  const run = async () => {
    while (!stop.signal.aborted) {
      if (holds > 0) {
        await new Promise((resolve) => (go = () => resolve(undefined)));
        wait = FIRST_WAIT_MS;
        continue;
      }
      let isRefused = false;
      try {
        isRefused = await read();
      } catch {
        if (stop.signal.aborted) return;
      }
      // A hold may be over already: some browsers print, and let the streams go again, before a dropped line fails.
      if (holds > 0 || isDropped) continue;
      if (!isRefused) tell.connection(false);
      await pause(wait, stop.signal);
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    }
  };
  const stream = {
    drop: () => {
      isDropped = true;
      drop();
    },
    go: () => go(),
  };
  streams.add(stream);
  yieldUnseen();
  void run();
  return () => {
    streams.delete(stream);
    stop.abort();
    go();
  };
}

/**
 * A line that is given up when it was silent for long, when the device says that it has no network, or from outside.
 * @param {AbortSignal} stop
 */
function silence(stop) {
  const controller = new AbortController();
  const end = () => controller.abort();
  let timer = setTimeout(end, SILENCE_MS);
  addEventListener("offline", end);
  stop.addEventListener("abort", end);
  return {
    signal: controller.signal,
    drop: end,
    renew() {
      clearTimeout(timer);
      timer = setTimeout(end, SILENCE_MS);
    },
    end() {
      clearTimeout(timer);
      removeEventListener("offline", end);
      stop.removeEventListener("abort", end);
    },
  };
}

/**
 * @param {ReadableStream<Uint8Array>} body
 * @returns {AsyncGenerator<string>}
 */
async function* lines(body) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const whole = (rest + decoder.decode(value, { stream: true })).split(/\r?\n/);
    rest = whole.pop() ?? "";
    yield* whole;
  }
}

/**
 * Waits for this time, or until the network comes back or the signal is aborted.
 * @param {number} milliseconds
 * @param {AbortSignal} [signal]
 * @returns {Promise<void>}
 */
export function pause(milliseconds, signal) {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      removeEventListener("online", end);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    addEventListener("online", end);
    signal?.addEventListener("abort", end);
  });
}
