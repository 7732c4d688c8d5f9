/** How a match was opened, and who sits where. */

import { useEffect, useState } from "preact/hooks";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../../shared/types.js").MatchView} MatchView */
/**
 * @typedef {{view: MatchView, confirms: boolean, ownTablets: boolean}} AsOpened `confirms`: each side confirms each hand;
 *   `ownTablets`: players record their own moves
 */

/**
 * A match as it was opened; null where it cannot be read.
 * @param {Store} store
 * @param {string} match
 * @returns {Promise<AsOpened | null>}
 */
export async function asOpened(store, match) {
  // What was agreed for it is said in its first entry.
  const [view, page] = await Promise.all([store.read(`/v1/matches/${match}`), store.read(`/v1/matches/${match}/events?limit=1`)]);
  const first = /** @type {any} */ (page)?.items[0];
  return view && first
    ? { view: /** @type {MatchView} */ (view), confirms: first.confirm === "sides", ownTablets: first.player_input }
    : null;
}

/**
 * The same, and null until it was read.
 * @param {Store} store
 * @param {string} match
 */
export function useOpening(store, match) {
  const [opened, setOpened] = useState(/** @type {AsOpened | null} */ (null));
  useEffect(() => {
    let current = true;
    void asOpened(store, match).then((read) => current && read && setOpened(read));
    return () => {
      current = false;
    };
  }, [match]);
  return opened;
}
