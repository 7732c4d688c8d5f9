/** The rounds of a contest: the next step, and each round with its pairs, their reasons, and the ways to change them. */

import { useEffect, useState } from "preact/hooks";
import { k } from "../../shared/contests/words.js";
import { displayName, headlineOf } from "../../shared/contests/people.js";
import { Chips, html } from "../../shared/ui.js";
import { joinNames } from "../../shared/words.js";
import { ofMatches, Papers } from "../papers.js";
import { Rules } from "../play/changes.js";
import { ChooseContest, isInRounds } from "../play/contest.js";
import { printDeals } from "./dealing.js";
import { HandSheet } from "./sheet.js";
import { ChangePairs } from "./swap.js";
import { decisiveLevel } from "../play/model/rounds.js";
import { PairNext, Publish } from "./pairing.js";
import { reading } from "../play/reads.js";
import { UndoSheet } from "../play/undo.js";
import { p } from "../play/words.js";
import { r } from "./words.js";

/** @import * as api from "openapi" */
/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../store.js").Contest} Contest */

/** @param {{store: Store}} props */
export function Rounds({ store }) {
  const contest = store.contest.value && isInRounds(store.contest.value) ? store.contest.value : lastInRounds(store);
  return html`
    <${ChooseContest} store=${store} which=${isInRounds} />
    ${store.contests.value.some((one) => one.duplicate) ? html`<${HandSheet} store=${store} />` : null}
    ${contest ? html`<${RoundsOf} key=${contest.id} store=${store} contest=${contest} />` : null}
  `;
}

/** @param {Store} store */
const lastInRounds = (store) => store.contests.value.filter(isInRounds).at(-1) ?? null;

/** @param {{store: Store, contest: Contest}} props */
function RoundsOf({ store, contest }) {
  const [choice, setChoice] = useState(/** @type {number | null} */ (null));
  const list = useReading(/** @type {api.RoundList | null} */ (null), store, `/v1/contests/${contest.id}/rounds`, contest.version);
  const last = list?.items.at(-1)?.round ?? 0;
  const number = choice && choice <= last ? choice : last;
  const round = useReading(
    /** @type {api.RoundView | null} */ (null),
    store,
    number > 0 ? `/v1/contests/${contest.id}/rounds/${number}` : null,
    contest.version,
  );
  if (!list) return null;
  return html`
    <${NextStep} store=${store} contest=${contest} list=${list} round=${round?.round === last ? round : null} />
    ${list.items.length > 1
      ? html`<${Chips}
          legend=${r.which}
          input="round"
          value=${number}
          choose=${setChoice}
          options=${list.items.map((one) => ({ value: one.round, label: one.round }))}
        />`
      : null}
    ${round && round.round === number
      ? html`<${Round}
          key=${`${round.round} ${round.paired_at}`}
          store=${store}
          contest=${contest}
          round=${round}
          results=${list.items.find((one) => one.round === number)?.results ?? 0}
          isLast=${number === last}
        />`
      : null}
  `;
}

/**
 * An answer in its present state; `none` until it is there. It is read again with each version.
 * @template T
 * @param {T} none
 * @param {Store} store
 * @param {string | null} path
 * @param {number} version
 */
function useReading(none, store, path, version) {
  const [answer, setAnswer] = useState({ path, value: none });
  useEffect(
    () => (path ? reading(store.api.get(path), (value) => setAnswer({ path, value })) : undefined),
    [path, version],
  );
  return answer.path === path ? answer.value : none;
}

/**
 * What the contest waits for, with the button for it.
 * @param {{store: Store, contest: Contest, list: api.RoundList, round: api.RoundView | null}} props `round`: the last one
 */
function NextStep({ store, contest, list, round }) {
  const last = list.items.at(-1)?.round ?? 0;
  const missing = contest.fixtures.filter((one) => one.state === "pending" || one.state === "open" || one.needs).length;
  return html`<section class="panel warn" data-next=${list.waits_for}>
    <h3>${r.next}</h3>
    ${list.waits_for === "over" ? html`<p>${r.over(list.rounds)}</p>` : null}
    ${list.waits_for === "results"
      ? html`
          <p>${r.missing(missing, last, last === list.rounds)}</p>
          <p><a class="button main" href=${`#results/${contest.id}`} data-go="results">${p.sections.results}</a></p>
        `
      : null}
    ${list.waits_for === "publish" ? html`<${Publish} store=${store} contest=${contest} number=${last} />` : null}
    ${list.waits_for === "pair"
      ? html`<${PairNext}
          key=${last}
          store=${store}
          contest=${contest}
          number=${list.next_round ?? last + 1}
          of=${list.rounds}
          apart=${round?.apart ?? []}
        />`
      : null}
  </section>`;
}

/** @param {{store: Store, contest: Contest, round: api.RoundView, results: number, isLast: boolean}} props */
function Round({ store, contest, round, results, isLast }) {
  const [changing, setChanging] = useState(false);
  const [removing, setRemoving] = useState(false);
  const { breaks = [], reason, partners } = round;
  const rests = [...(round.rest ? [round.rest] : []), ...(round.rests ?? [])];
  const codes = [...(partners ? [contest.partners ? "partners.rotating" : "duplicate.seats"] : []), round.rule, "rounds.by-hand", "rounds.standing"];
  const mayChange = isLast && results === 0 && Boolean(store.rights.value?.organizer);
  return html`<section class="panel" data-round=${round.round} data-state=${round.state}>
    <h3>${k.round(round.round)} <small>${r.states[round.state]}</small></h3>
    ${round.repeats ? html`<p class="hint">${r.repeated(round.cost.repeats ?? 0)}</p>` : null}
    ${reason ? html`<p class="hint" data-changed>${r.changed(reason)}</p>` : null}
    ${contest.partners && partners && partners.repeated.length > 0
      ? html`<p class="hint">${r.partnersAgain(joinNames(partners.repeated.map((two) => two.map(displayName).join(" / "))))}</p>`
      : null}
    ${breaks.length > 0 ? html`<p data-breaks>${r.breaks(breaks)}</p>` : null}
    ${changing
      ? html`<${ChangePairs} store=${store} contest=${contest} round=${round} close=${() => setChanging(false)} />`
      : html`
          <ol class="rows two">
            ${round.pairs.map((pair) => html`<${Pair} key=${pair.table} contest=${contest} round=${round} pair=${pair} />`)}
            ${rests.map((rest) => html`<li class="item" data-rest key=${rest.player.id}>
              <p>${r.rests(displayName(rest.player))}</p>
              ${stoodAt(round, rest)}
            </li>`)}
          </ol>
          ${mayChange
            ? html`<div class="controls">
                <button type="button" data-action="change-pairs" onClick=${() => setChanging(true)}>${r.change}</button>
                <button type="button" class="quiet danger" data-action="remove-round" onClick=${() => setRemoving(true)}>
                  ${r.remove}
                </button>
              </div>`
            : null}
          ${contest.duplicate && store.rights.value?.organizer
            ? html`<p class="hint">${r.deals.hint}</p>
                <div class="controls">
                  <button type="button" data-action="print-deals" onClick=${() => void printDeals(store, contest.id, round.round)}>
                    ${r.deals.print}
                  </button>
                </div>`
            : null}
          <${Rules} store=${store} codes=${codes} />
          ${round.state === "draft" ? null : html`<${Papers} papers=${ofMatches(contest)} />`}
        `}
    ${removing
      ? html`<${UndoSheet}
          store=${store}
          contest=${contest}
          path=${`/v1/contests/${contest.id}/rounds/${round.round}`}
          title=${r.remove}
          what=${r.removeMeans(round.round)}
          confirm=${r.remove}
          notice=${r.removed(round.round)}
          reasons=${r.removeReasons}
          close=${() => setRemoving(false)}
        />`
      : null}
  </section>`;
}

/**
 * A pair with its table and its result, and what decided it, for a reader that asks.
 * @param {{contest: Contest, round: api.RoundView, pair: api.PairView}} props
 */
function Pair({ contest, round, pair }) {
  const fixture = contest.fixtures.find((one) => one.id === pair.fixture);
  const absent = fixture?.result?.absent ?? [];
  const points = headlineOf(fixture?.result);
  const outcome = points
    ? p.results.score(points)
    : absent.length > 0
      ? p.results.absentWas(joinNames(absent.map(displayName)))
      : fixture?.state === "pending"
        ? p.results.report
        : fixture
          ? k.states[fixture.state]
          : "";
  return html`<li class="item" data-pair=${pair.table}>
    <p><small>${k.table(fixture?.table ?? pair.table)}:</small> <b>${pair.entrants.map(displayName).join(" – ")}</b></p>
    ${fixture
      ? html`<p><a class="result" href=${`#results/${contest.id}/${fixture.id}`} data-result>${outcome}</a></p>`
      : null}
    <details data-open="why">
      <summary>${r.why}</summary>
      <ul>${reasonsOf(contest, round, pair).map((one) => html`<li key=${one}>${one}</li>`)}</ul>
    </details>
  </li>`;
}

/** The reasons of a pair of two lines, of which one sits and the other moves on. @param {api.PairView} pair */
const movementOf = ({ entrants, moved_from, cost }) => [
  r.reasons.sits(displayName(entrants[0])),
  ...(moved_from ? [r.reasons.comes(displayName(entrants[1]), moved_from)] : []),
  ...(cost.repeats ? [r.reasons.repeats] : []),
  ...(cost.apart ? [r.reasons.apart] : []),
];

/** True if a round is one of a knockout. @param {api.RoundView} round */
const isOfKnockout = ({ rule }) => rule.startsWith("knockout.");

/** True if the first defeat puts out in its knockout. @param {api.RoundView} round */
const hasOneLife = ({ rule }) => rule === "knockout.redraw";

/**
 * Where the one that rests stood.
 * @param {api.RoundView} round
 * @param {api.RestView} rest
 */
function stoodAt(round, rest) {
  if (round.round === 1 || hasOneLife(round)) return null;
  return html`<small>${isOfKnockout(round) ? r.livesLeft(rest.score) : r.stood(rest.score, rest.place)}</small>`;
}

/**
 * What decided a pair, in sentences.
 * @param {Contest} contest
 * @param {api.RoundView} round
 * @param {api.PairView} pair
 */
function reasonsOf(contest, round, pair) {
  const say = r.reasons;
  const byScore = round.rule === "rounds.swiss";
  if (round.rule === "rounds.mitchell") return movementOf(pair);
  const people = new Map(contest.entrants.map((one) => [one.id, displayName(one)]));
  const had = isOfKnockout(round)
    ? pair.entrants.map((one, n) => say.lives(displayName(one), pair.scores[n]))
    : pair.entrants.map((one, n) => say.had(displayName(one), pair.scores[n], pair.places[n]));
  const met = pair.entrants.flatMap((one, n) => {
    const rivals = [...new Set(pair.rivals[n])].flatMap((id) => people.get(id) ?? []);
    return rivals.length > 0 ? [say.met(displayName(one), joinNames(rivals))] : [];
  });
  const level = decisiveLevel(pair.next);
  return [
    // Four that play alone are paired by two: these have their scores together.
    ...(round.round > 1 ? [...(hasOneLife(round) || pair.entrants.length > 2 ? [] : had), ...met] : []),
    ...(byScore && pair.is_float ? [say.floated] : []),
    ...(pair.cost.repeats ? [say.repeats] : []),
    ...(pair.cost.apart ? [say.apart] : []),
    level ? say.levels[level] : say.none,
  ];
}
