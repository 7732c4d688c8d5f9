/** Addresses of papers: in the reader's language, with the times of the clocks here. */

import { language } from "./language.js";

/** @param {string} path */
export function onPaper(path) {
  // Only now: the first question for it takes a slow phone 60 ms.
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return `${path}${path.includes("?") ? "&" : "?"}lang=${language}&zone=${encodeURIComponent(zone)}`;
}
