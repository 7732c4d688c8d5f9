/** The contest of a section. */

import { Chips, html } from "../../shared/ui.js";
import { p } from "./words.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../store.js").Contest} Contest */

/** The last part of the address for an entrant that leaves by the ladder of cards. */
export const EXPULSION = "expulsion";

/** True if a contest is paired round by round. @param {Contest} contest */
export const isInRounds = ({ options }) => [options, .../** @type {(RoundChoices | undefined)[]} */ (options?.stages ?? [])].some(isPaired);

/** @typedef {{round_count?: number, redraw?: boolean, lives?: number}} RoundChoices choices of a format that is paired by rounds */

/** True if a format, or a stage, with these choices is paired round by round. @param {RoundChoices | undefined} options */
const isPaired = (options) => options?.round_count !== undefined || isRedrawn(options);

/** True if a knockout has no bracket. @param {RoundChoices | undefined} options */
export const isRedrawn = (options) => Boolean(options?.redraw) || (options?.lives ?? 1) > 1;

/** True if the next round of a contest is to be paired, or published. @param {Contest} contest */
export const waitsForRound = (contest) => contest.pending.some((one) => one.kind === "pairing");

/**
 * The way to the next round, if a contest waits for it.
 * @param {{contest: Contest | null}} props
 */
export const ToRounds = ({ contest }) =>
  contest && waitsForRound(contest)
    ? html`<p data-waits="round">
        ${p.waitsForRound} <a class="button main" href=${`#rounds/${contest.id}`} data-go="rounds">${p.sections.rounds}</a>
      </p>`
    : null;

/**
 * One contest of several, in a tap.
 * @param {{store: Store, which?: (contest: Contest) => boolean}} props
 */
export function ChooseContest({ store, which = () => true }) {
  const all = store.contests.value.filter(which);
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
