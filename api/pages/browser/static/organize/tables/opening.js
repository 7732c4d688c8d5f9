/** The terms with which a match was opened, and its seats. */

import { useEffect, useState } from "preact/hooks";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../../shared/types.js").MatchView} MatchView */
/**
 * @typedef {{view: MatchView, confirms: boolean, ownTablets: boolean}} OpeningTerms are the terms of a match. `confirms`: true if
 *   each side confirms each hand; `ownTablets`: true if players record their own moves
 */

/**
 * The terms of a match; null if they cannot be read.
 * @param {Store} store
 * @param {string} match
 * @returns {Promise<OpeningTerms | null>}
 */
export async function asOpened(store, match) {
  // The first entry of a match says its agreements.
  const [view, page] = await Promise.all([store.read(`/v1/matches/${match}`), store.read(`/v1/matches/${match}/events?limit=1`)]);
  const first = /** @type {any} */ (page)?.items[0];
  return view && first
    ? { view: /** @type {MatchView} */ (view), confirms: first.confirm === "sides", ownTablets: first.player_input }
    : null;
}

/**
 * The same terms; null until they are read.
 * @param {Store} store
 * @param {string} match
 */
export function useOpening(store, match) {
  const [opening, setOpening] = useState(/** @type {OpeningTerms | null} */ (null));
  useEffect(() => {
    let current = true;
    void asOpened(store, match).then((read) => current && read && setOpening(read));
    return () => {
      current = false;
    };
  }, [match]);
  return opening;
}
