/** The objects of a decision, read in their present state: the tables of a contest, a match, the rulebook of a game. */

import { useEffect, useState } from "preact/hooks";
import { Problem, Unreachable } from "../../shared/api.js";
import { tablesOf } from "../../shared/contests/standings.js";

/** @import * as api from "openapi" */
/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../store.js").Contest} Contest */
/** @typedef {import("../../shared/types.js").Standings} Standings */

/**
 * The tables of a contest as they stand; [] until they are there.
 * @param {Store} store
 * @param {Contest | null} contest
 */
export function useTables(store, contest) {
  const [standings, setStandings] = useState(/** @type {Standings | null} */ (null));
  useEffect(() => {
    return contest ? reading(store.api.get(`/v1/contests/${contest.id}/standings`), setStandings) : undefined;
  }, [contest?.id, contest?.version]);
  const own = standings?.contest === contest?.id ? standings : null;
  return { standings: own, tables: own ? tablesOf(own) : [] };
}

/**
 * Hands on an answer, unless its reader no longer waits. A failed reading is tried again with the next change.
 * @template T
 * @param {Promise<T>} answer
 * @param {(answer: T) => void} tell
 * @returns {() => void} a function that stops it
 */
export function reading(answer, tell) {
  let current = true;
  answer.then(
    (one) => current && tell(one),
    (error) => {
      if (!(error instanceof Problem) && !(error instanceof Unreachable)) throw error;
    },
  );
  return () => {
    current = false;
  };
}

/**
 * A match as it is; null until it is known.
 * @param {Store} store
 * @param {string | null | undefined} match
 */
export function useMatch(store, match) {
  const [view, setView] = useState(/** @type {import("../../shared/types.js").MatchView | null} */ (null));
  useEffect(() => {
    setView(null);
    return match ? reading(store.api.get(`/v1/matches/${match}`), setView) : undefined;
  }, [match]);
  return view;
}

/**
 * The rulebook of a game; null until it is known.
 * @param {Store} store
 * @param {string | null} ruleset
 */
export function useRulebook(store, ruleset) {
  const [book, setBook] = useState(/** @type {api.Rulebook | null} */ (null));
  useEffect(() => {
    setBook(null);
    return ruleset ? reading(store.api.again(`/v1/rulesets/${ruleset}`), setBook) : undefined;
  }, [ruleset]);
  return book;
}

/**
 * True if a game times the turns of its matches by itself. Then the form asks for no other time.
 * @param {api.Rulebook | null} book
 */
export const timesItself = (book) => "turn_seconds" in (book?.params.properties ?? {});
