/** Printing of the page. */

import { holdStreams } from "./stream.js";

/** Time that a browser has to begin, in milliseconds: WebKit waits for what is being read. Then the page goes on without paper. */
const LATE_MS = 20_000;
/** What says that printing is over. A reader who touches the page is back at it, in browsers that do not say so. */
const SIGNS = ["afterprint", "pointerdown", "keydown"];

/**
 * Prints the page. Its streams rest meanwhile: WebKit prints nothing while something is being loaded, and a stream always is.
 * Some browsers wait here until it is done, and others return at once.
 * @param {() => void} [after] called once, when the page is printed or will not be
 */
export function printPage(after) {
  const release = holdStreams();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer = undefined;
  const begin = () => clearTimeout(timer);
  const end = () => {
    clearTimeout(timer);
    removeEventListener("beforeprint", begin);
    for (const sign of SIGNS) removeEventListener(sign, end);
    release();
    after?.();
  };
  addEventListener("beforeprint", begin);
  for (const sign of SIGNS) addEventListener(sign, end);
  timer = setTimeout(end, LATE_MS);
  try {
    print();
  } catch {
    // A browser within an application may have no printing.
    end();
  }
}
