/** Pages that read their content again: when the reader or the network comes back, and now and then. */

import { Problem, Unreachable } from "./api.js";

/** The interval at which an untouched page looks again. */
const SLOW_MS = 60_000;

/**
 * Reads at once, and again when a reading may bring something new. A Problem that will not pass is reported once, and ends the
 * reading. An answer that the service is still working out is read again at the time that it names; until then `waits` has its
 * words.
 *
 * @param {() => Promise<void>} read
 * @param {{
 *   connection: (online: boolean) => void,
 *   onRefusal: (problem: Problem) => void,
 *   waits?: (why: string | null) => void,
 * }} tell
 * @returns {() => Promise<void>} reads now
 */
export function watch(read, tell) {
  let over = false;
  let busy = false;
  let again = false;
  const look = async () => {
    again = true;
    if (over || busy) return;
    busy = true;
    try {
      // What is wanted while it is being read may be something else: then it is read once more.
      while (again) {
        again = false;
        await read();
      }
      tell.waits?.(null);
      tell.connection(true);
    } catch (error) {
      if (error instanceof Problem && error.waits !== null && tell.waits) {
        tell.waits(error.message);
        setTimeout(lookIfVisible, error.waits * 1000);
      } else if (error instanceof Problem && !error.passes) {
        over = true;
        tell.onRefusal(error);
      } else if (error instanceof Problem || error instanceof Unreachable) tell.connection(false);
      else throw error;
    } finally {
      busy = false;
    }
  };
  const lookIfVisible = () => void (document.visibilityState === "visible" && look());
  document.addEventListener("visibilitychange", lookIfVisible);
  addEventListener("online", lookIfVisible);
  setInterval(lookIfVisible, SLOW_MS);
  void look();
  return look;
}
