/** How a match was opened, and who sits where. */

import { useEffect, useState } from "preact/hooks";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../../shared/types.js").MatchView} MatchView */
/** @typedef {{view: MatchView, confirms: boolean, ownTablets: boolean}} AsOpened `confirms`: each side confirms each hand; `ownTablets`: players record their own moves */

/**
 * A match as it was opened; null until that was read, and where it cannot be.
 * @param {Store} store
 * @param {string} match
 */
export function useOpening(store, match) {
  const [opened, setOpened] = useState(/** @type {AsOpened | null} */ (null));
  useEffect(() => {
    let current = true;
    // What was agreed for it is said in its first entry.
    void Promise.all([store.read(`/v1/matches/${match}`), store.read(`/v1/matches/${match}/events?limit=1`)]).then(([view, page]) => {
      const first = /** @type {any} */ (page)?.items[0];
      if (current && view && first) setOpened({ view: /** @type {MatchView} */ (view), confirms: first.confirm === "sides", ownTablets: first.player_input });
    });
    return () => {
      current = false;
    };
  }, [match]);
  return opened;
}
