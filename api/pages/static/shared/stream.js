/** The log of a match as it grows, read with `fetch`: an EventSource cannot send a token. */

/** @typedef {import("./api.js").Api} Api */

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8_000;

/**
 * Tells of every entry above a version, until it is stopped. It comes back by itself after a loss of network.
 * @param {Api} api
 * @param {string} match
 * @param {number} after
 * @param {{entry: (version: number) => void, connection: (online: boolean) => void}} tell
 * @returns {() => void} stops it
 */
export function follow(api, match, after, tell) {
  const stop = new AbortController();
  let last = after;
  let wait = FIRST_WAIT_MS;

  const read = async () => {
    const headers = api.headers({ Accept: "text/event-stream", "Last-Event-ID": String(last) });
    const response = await fetch(`/v1/matches/${match}/stream`, { headers, signal: stop.signal, cache: "no-store" });
    tell.connection(true);
    if (!response.ok || !response.body) {
      // The service is there and has no place for one more stream: what is new is asked for instead.
      tell.entry(Infinity);
      return true;
    }
    wait = FIRST_WAIT_MS;
    for await (const line of lines(response.body)) {
      if (!line.startsWith("id:")) continue;
      last = Number(line.slice(3));
      tell.entry(last);
    }
    return false;
  };

  const run = async () => {
    while (!stop.signal.aborted) {
      let refused = false;
      try {
        refused = await read();
      } catch {
        if (stop.signal.aborted) return;
      }
      if (!refused) tell.connection(false);
      await pause(wait, stop.signal);
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    }
  };
  void run();
  return () => stop.abort();
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
 * Waits so long, or until the network comes back.
 * @param {number} milliseconds
 * @param {AbortSignal} [signal]
 * @returns {Promise<void>}
 */
export function pause(milliseconds, signal) {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener("online", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    addEventListener("online", done);
    signal?.addEventListener("abort", done);
  });
}
