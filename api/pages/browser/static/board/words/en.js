/** What is read on the board, in English. */

import matches from "words/en/matches.json";

/** @type {typeof import("./es.js").words} */
export const words = {
  live: "Live",
  stale: (age) => `Offline: what you see is ${age} old`,
  lastTrick: (name) => `Last trick: ${name}`,
  frozen: matches.claim_pending,
  frozenScore: "The score is the one before the play in dispute.",
  next: "Coming up",
  quiet: "No table is in play now.",
  nothing: "There is nothing to show for this address.",
  at: ({ hour, day }) => day ?? hour,
  rests: (/** @type {string} */ name) => `${name} rests`,
  back: "Previous",
  pause: "Pause",
  go: "Go on",
  forward: "Next",
  of: (n, all) => `${n} of ${all}`,
  page: (n, all) => `${n}/${all}`,
};
