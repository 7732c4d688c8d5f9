/**
 * The hands that every table plays with the same cards: the points made in each, and its cards, once all tables have played it.
 * Each has its own address within the page, and is printed alone.
 */

import { signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { Problem, Unreachable } from "../shared/api.js";
import { bySuit, deckOf } from "../shared/contests/deals.js";
import { displayName } from "../shared/contests/people.js";
import { k } from "../shared/contests/words.js";
import { printPage } from "../shared/printing.js";
import { html, pieces } from "../shared/ui.js";
import { capital, w } from "../shared/words.js";
import { api } from "./first.js";
import { c } from "./words.js";

/** @import { DealView, HandAtTableView } from "openapi" */
/** @typedef {import("../shared/types.js").Contest} Contest */
/** @typedef {import("../shared/types.js").GameEvent} GameEvent */

const address = signal(location.hash);
addEventListener("hashchange", () => (address.value = location.hash));

/**
 * The address of a hand, within that of the page.
 * @param {Contest} contest
 * @param {number} number
 */
const addressOf = (contest, number) => `#hand/${contest.id}/${number}`;

/**
 * The address of all hands of a contest, none of them open.
 * @param {Contest} contest
 */
const allOf = (contest) => `#hands/${contest.id}`;

/**
 * The way from a contest's table to its hands: to the last that was paired.
 * @param {{contest: Contest}} props
 */
export function WayToHands({ contest }) {
  const [last] = roundsOf(contest);
  if (!last) return null;
  return html`<p class="ways"><a class="way" href=${addressOf(contest, last[1][0])} data-way-to-hands>${c.hands.title}</a></p>`;
}

/**
 * The hands of every round that is paired, the last round first. A touch opens one, and another closes it.
 * @param {{contest: Contest}} props
 */
export function Hands({ contest }) {
  const rounds = roundsOf(contest);
  const isOpen = (/** @type {number} */ number) => address.value === addressOf(contest, number);
  if (rounds.length === 0) return null;
  return html`<div data-hands>
    <h3>${c.hands.title}</h3>
    ${rounds.map(([round, numbers]) => html`<div key=${round} class="round">
      <h4>${k.round(round)}</h4>
      <div class="numbers no-print">
        ${numbers.map((number) => html`<a
          key=${number}
          class=${isOpen(number) ? "way main" : "way"}
          data-hand=${number}
          aria-current=${isOpen(number) ? "true" : undefined}
          href=${isOpen(number) ? allOf(contest) : addressOf(contest, number)}
        >${c.hands.hand(number)}</a>`)}
      </div>
      ${numbers.filter(isOpen).map((number) => html`<${Hand} key=${number} contest=${contest} number=${number} />`)}
    </div>`)}
  </div>`;
}

/**
 * The numbers of the hands, by round.
 * @param {Contest} contest
 * @returns {[number, number[]][]}
 */
function roundsOf(contest) {
  /** @type {Map<number, Set<number>>} */
  const rounds = new Map();
  for (const { round, boards = [] } of contest.fixtures)
    for (const { hand } of boards) if (hand && round) rounds.set(round, (rounds.get(round) ?? new Set()).add(hand));
  return [...rounds].map(([round, hands]) => /** @type {[number, number[]]} */ ([round, [...hands].sort((a, b) => a - b)])).reverse();
}

/** @param {{contest: Contest, number: number}} props */
function Hand({ contest, number }) {
  const [deal, setDeal] = useState(/** @type {DealView | null} */ (null));
  const [refusal, setRefusal] = useState("");
  const part = useRef(/** @type {HTMLElement | null} */ (null));
  const isThere = deal !== null || refusal !== "";
  // Whoever comes by the address of a hand comes to it.
  useEffect(() => part.current?.scrollIntoView({ block: "nearest" }), [isThere]);
  // A contest that was read again may have ended what a table had still to play.
  useEffect(() => {
    let isCurrent = true;
    api.again(`/v1/contests/${contest.id}/deals/${number}`).then(
      (answer) => {
        if (!isCurrent) return;
        setDeal(/** @type {DealView} */ (answer));
        setRefusal("");
      },
      (error) => {
        if (!(error instanceof Problem || error instanceof Unreachable)) throw error;
        if (!isCurrent) return;
        setDeal(null);
        setRefusal(error instanceof Problem ? capital(error.message) : k.noAnswer);
      },
    );
    return () => void (isCurrent = false);
  }, [contest]);
  if (!deal)
    return html`<p class="hint" role="status" ref=${part} data-waiting=${refusal ? number : undefined}>${refusal || k.opening}</p>`;
  const name = `${c.hands.hand(number)} · ${k.round(deal.round)}`;
  const printHand = () => part.current && printAlone(part.current);
  return html`<div class="hand" data-deal=${number} ref=${part}>
    <h4 class="on-paper">${document.title}</h4>
    <div class="scroll" tabindex="0" role="region" aria-label=${name}>
      <table class="standings">
        <caption>${name}</caption>
        <thead>
          <tr>
            <th scope="col" class="name">${c.hands.who}</th>
            <th scope="col">${c.hands.points}</th>
            <th scope="col">${contest.duplicate?.scoring === "difference" ? c.hands.difference : c.hands.percent}</th>
          </tr>
        </thead>
        <tbody>${deal.results.map((one, n) => html`<${AtTable} key=${one.fixture ?? n} one=${one} />`)}</tbody>
      </table>
    </div>
    ${deal.parted ? html`<${Parting} deal=${deal} parting=${deal.parted} />` : null}
    <div class="controls">
      <button type="button" class="quiet" data-action="print-hand" aria-label=${`${k.print}: ${name}`} onClick=${printHand}>
        ${k.print}
      </button>
    </div>
    <dl>${cardsOf(deal).map(({ label, cards }) => html`<dt key=${label}>${label}</dt><dd>${cards}</dd>`)}</dl>
  </div>`;
}

/**
 * Prints a part of the page, and nothing around it.
 * @param {HTMLElement} part
 */
function printAlone(part) {
  /** @type {Element[]} */
  const others = [];
  for (let one = part; one !== document.body && one.parentElement; one = one.parentElement)
    others.push(...[...one.parentElement.children].filter((other) => other !== one));
  const hold = (/** @type {boolean} */ isOff) => others.forEach((one) => one.classList.toggle("off-paper", isOff));
  hold(true);
  document.body.classList.add("one-part");
  printPage(() => {
    hold(false);
    document.body.classList.remove("one-part");
  });
}

/** @param {{one: HandAtTableView}} props */
const AtTable = ({ one }) => html`<tr data-state=${one.state}>
  <th scope="row" class="name">
    ${pieces(one.entrants.map(displayName), " – ")}
    ${one.table === null || one.table === undefined ? null : html`<small>${k.table(one.table)}</small>`}
  </th>
  <td class="main">${one.points ? one.points.join(" – ") : k.states[one.state]}</td>
  <td>${(one.scores ?? []).map((score) => score ?? "·").join(" – ")}</td>
</tr>`;

/**
 * The first play at which the tables differ, and which of them did what.
 * @param {{deal: DealView, parting: NonNullable<DealView["parted"]>}} props
 */
function Parting({ deal, parting: { plays, ways } }) {
  const about = { deck: deckOf(deal.hands) };
  const tableOf = (/** @type {string} */ match) => deal.results.find((one) => one.match === match)?.table ?? "";
  return html`<div data-parted=${plays}>
    <p>${c.hands.parted(plays)}</p>
    <ul>${ways.map(({ play, matches }) => html`<li key=${matches[0]}>
      ${play ? w.does(/** @type {GameEvent} */ (/** @type {unknown} */ (play)), about) : c.hands.over}:${" "}
      ${pieces(matches.map((match) => html`<a href=${`/replay/${match}`}>${k.table(tableOf(match))}</a>`), ", ")}
    </li>`)}</ul>
  </div>`;
}

/**
 * The cards of a hand in lines: by seat, then what lay on the table and in the stock.
 * @param {DealView} deal
 */
function cardsOf({ hands, dealer, table, turn_up: turnUp, stock, results }) {
  const sides = results[0]?.entrants.length ?? 2;
  const deck = deckOf(hands);
  const words = (/** @type {readonly string[]} */ cards) => cards.map((card) => w.card(card, deck)).join(" · ");
  return [
    ...hands.map((cards, seat) => ({ label: c.hands.seat(seat + 1, (seat % sides) + 1, seat === dealer ? 1 : 0), cards: words(bySuit(cards).flat()) })),
    { label: c.hands.table, cards: words(table) },
    { label: c.hands.turnUp, cards: turnUp ? words([turnUp]) : "" },
    { label: c.hands.stock, cards: words(stock) },
  ].filter(({ cards }) => cards);
}
