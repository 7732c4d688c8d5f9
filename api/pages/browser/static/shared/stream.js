/** A log as it grows, read with `fetch`: an EventSource cannot send a token. */

/** @typedef {import("./api.js").Api} Api */

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8_000;
/** Milliseconds of silence after which a line leads nowhere any more. The service writes every 15 seconds. */
const SILENCE_MS = 40_000;
/** The event of a match's stream that is no entry of its log. */
const COUNTING = "counting";

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

  const read = async () => {
    const headers = api.headers({ Accept: "text/event-stream", "Last-Event-ID": String(last) });
    const line = silence(stop.signal);
    try {
      const response = await fetch(path, { headers, signal: line.signal, cache: "no-store" });
      tell.connection(true);
      if (!response.ok || !response.body) {
        // The service is there and has no place for one more stream: what is new is asked for instead.
        tell.entry(Infinity, "");
        return true;
      }
      wait = FIRST_WAIT_MS;
      let [name, data] = ["", ""];
      for await (const text of lines(response.body)) {
        line.renew();
        if (text.startsWith("id:")) last = Number(text.slice(3));
        else if (text.startsWith("event:")) name = text.slice(6).trim();
        else if (text.startsWith("data:")) data = text.slice(5);
        else if (text === "" && data) {
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
      let isRefused = false;
      try {
        isRefused = await read();
      } catch {
        if (stop.signal.aborted) return;
      }
      if (!isRefused) tell.connection(false);
      await pause(wait, stop.signal);
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    }
  };
  void run();
  return () => stop.abort();
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
 * Waits for this time, or until the network comes back.
 * @param {number} milliseconds
 * @param {AbortSignal} [signal]
 * @returns {Promise<void>}
 */
export function pause(milliseconds, signal) {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener("online", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    addEventListener("online", end);
    signal?.addEventListener("abort", end);
  });
}
