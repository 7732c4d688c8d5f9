/** The contest of a section. */

import { Chips, html } from "../../shared/ui.js";
import { p } from "./words.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../store.js").Contest} Contest */

/** The last part of the address for an entrant that leaves by the ladder of cards. */
export const EXPULSION = "expulsion";

/**
 * One contest of several, in a tap.
 * @param {{store: Store}} props
 */
export function ChooseContest({ store }) {
  const all = store.contests.value;
  if (all.length === 0) return html`<p class="hint">${p.noContest}</p>`;
  if (all.length === 1) return null;
  return html`<${Chips}
      legend=${p.contest}
      input="contest"
      value=${store.contest.value?.id}
      choose=${(/** @type {string} */ id) => (store.choice.value = id)}
      options=${all.map((one) => ({ value: one.id, label: contestName(store, one) }))}
    />`;
}

/**
 * The title of a contest: its game. If two contests have one game, its format too.
 * @param {Store} store
 * @param {Contest} contest
 */
export function contestName(store, contest) {
  const all = store.contests.value;
  if (contest.name) return contest.name;
  const name = store.title(contest.ruleset);
  const twice = all.filter((other) => store.title(other.ruleset) === name).length > 1;
  return twice ? `${name} · ${store.title(contest.format)} ${all.indexOf(contest) + 1}` : name;
}
