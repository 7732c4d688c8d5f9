/** Which contest a section is about, and its tables. */

import { useEffect, useState } from "preact/hooks";
import { Problem, Unreachable } from "../../shared/api.js";
import { tablesOf } from "../../shared/contests/standings.js";
import { Chips, html } from "../../shared/ui.js";
import { p } from "./words.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../store.js").Contest} Contest */
/** @typedef {import("../../shared/types.js").Standings} Standings */

/**
 * One contest of several, in a tap.
 * @param {{store: Store}} props
 */
export function ChooseContest({ store }) {
  const all = store.contests.value;
  if (all.length === 0) return html`<p class="hint">${p.noContest}</p>`;
  if (all.length === 1) return null;
  const name = (/** @type {Contest} */ one) => store.title(one.ruleset);
  const twice = (/** @type {Contest} */ one) => all.filter((other) => name(other) === name(one)).length > 1;
  return html`<${Chips}
    legend=${p.contest}
    input="contest"
    value=${store.contest.value?.id}
    choose=${(/** @type {string} */ id) => (store.chosen.value = id)}
    options=${all.map((one) => ({ value: one.id, label: twice(one) ? `${name(one)} · ${store.title(one.format)} ${all.indexOf(one) + 1}` : name(one) }))}
  />`;
}

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
 * Hands on what is read, unless nobody waits for it any more; what cannot be read now is read with the next change.
 * @template T
 * @param {Promise<T>} answer
 * @param {(answer: T) => void} tell
 * @returns {() => void} stops it
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
