/** Yellow and black cards with their effect: given at a table, in a result or outside of both; and their register. */

import { useEffect, useState } from "preact/hooks";
import { SignCard } from "../../shared/incidents.js";
import { nextStep, stepOf } from "../../shared/ladder.js";
import { Chips, html } from "../../shared/ui.js";
import { textOf } from "../../shared/words.js";
import { ofCards, Papers } from "../papers.js";
import { isOver } from "../store.js";
import { moment } from "../words.js";
import { contestName, EXPULSION } from "./contest.js";
import { reading, useMatch, useRulebook, useTables } from "./reads.js";
import { Decision, Reason } from "./decision.js";
import { bodyOf, formOf } from "./model/result.js";
import { talliesOf } from "./names.js";
import { UndoSheet } from "./undo.js";
import { p } from "./words.js";

/** @import * as api from "openapi" */
/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../store.js").Contest} Contest */
/** @typedef {import("../../shared/types.js").Fixture} Fixture */
/** @typedef {"yellow" | "black"} Card */
/** @typedef {{contest: Contest, fixture: Fixture}} Place */

const OUTSIDE = "outside";

/** @param {{store: Store}} props */
export function Sanctions({ store }) {
  const [count, setCount] = useState(0);
  const cards = useRegister(store, count);
  return html`
    <${GiveForm} key=${count} store=${store} cards=${cards} onDone=${() => setCount(count + 1)} />
    <${Register} store=${store} items=${cards} />
  `;
}

/**
 * Every card of this championship that counts, the latest first.
 * @param {Store} store
 * @param {number} count the number of cards given here; each new one causes another reading
 */
function useRegister(store, count) {
  const [items, setItems] = useState(/** @type {readonly api.GivenCard[]} */ ([]));
  const version = store.view.value?.version;
  useEffect(
    () => reading(store.all(`/v1/sanctions?championship=${store.id}`), (/** @type {api.GivenCard[]} */ all) => setItems(all)),
    [count, version],
  );
  return items;
}

/** @param {{store: Store, cards: readonly api.GivenCard[], onDone: () => void}} props */
function GiveForm({ store, cards: before, onDone }) {
  const [recipient, setRecipient] = useState(/** @type {string | null} */ (null));
  const [card, setCard] = useState(/** @type {Card} */ ("yellow"));
  const [where, setWhere] = useState(OUTSIDE);
  const [reason, setReason] = useState(p.sanctions.reasons[0]);
  const players = store.view.value?.players ?? [];
  const places = recipient ? placesOf(store, recipient) : [];
  const place = places.find((one) => one.fixture.id === where) ?? null;
  const own = contestsOf(store, recipient).find((one) => one.id === where) ?? null;
  const contest = place?.contest ?? own;
  const { tables } = useTables(store, contest);
  const match = useMatch(store, place?.fixture.match);
  const request = recipient && reason.trim() !== "" ? requestOf(store, recipient, card, reason, place ?? own, match?.seats ?? []) : null;
  const cards = /** @type {const} */ (["yellow", "black"]);
  const next = recipient ? nextStep(store.view.value?.discipline, before.filter((one) => one.player === recipient).length) : "";
  return html`<div class="panel">
    <h3>${p.sanctions.give}</h3>
    <${Chips}
      legend=${p.sanctions.who}
      input="player"
      value=${recipient}
      choose=${(/** @type {string} */ id) => {
        setRecipient(id);
        setWhere(OUTSIDE);
      }}
      options=${players.map((one) => ({ value: one.id, label: store.name(one) }))}
    />
    <${Chips}
      legend=${p.sanctions.colour}
      input="card"
      value=${card}
      choose=${setCard}
      options=${cards.map((value) => ({ value, label: p.sanctions[value] }))}
    />
    ${contestsOf(store, recipient).length > 0
      ? html`<label class="wide">
          <span>${p.sanctions.where}</span>
          <select data-input="where" value=${where} onChange=${(/** @type {any} */ event) => setWhere(event.target.value)}>
            <option value=${OUTSIDE}>${p.sanctions.outside}</option>
            ${contestsOf(store, recipient).map((one) => html`<option key=${one.id} value=${one.id}>
              ${p.sanctions.ofContest(contestName(store, one))}
            </option>`)}
            ${places.map((one) => html`<option key=${one.fixture.id} value=${one.fixture.id}>
              ${p.sanctions.atTable(p.players(one.fixture.entrants.map((entrant) => store.name(entrant))))}
            </option>`)}
          </select>
        </label>`
      : null}
    <${Effect} store=${store} card=${card} place=${place} contest=${own} />
    ${next ? html`<p class="hint" data-next-step>${next}</p>` : null}
    <${Decision}
      store=${store}
      request=${request}
      contest=${contest}
      tables=${tables}
      match=${match}
      confirm=${p.sanctions.confirm}
      action="sanction"
      onDone=${() => {
        store.notice.value = p.sanctions.given(store.name(players.find((one) => one.id === recipient) ?? null));
        onDone();
      }}
    ><${Reason} reasons=${p.sanctions.reasons} value=${reason} set=${setReason} /><//>
  </div>`;
}

/**
 * The effect of such a card, by the rules of the game of its contest.
 * @param {{store: Store, card: Card, place: Place | null, contest: Contest | null}} props
 */
function Effect({ store, card, place, contest }) {
  const book = useRulebook(store, place?.contest.ruleset ?? null);
  if (!place) return html`<p class="hint">${contest ? p.sanctions.effects.counted : p.sanctions.effects.outside}</p>`;
  const code = card === "black" ? book?.black_card[place.fixture.entrants.length] : undefined;
  const rule = book?.clauses.find((one) => one.code === code);
  return rule
    ? html`<p class="hint" data-rule=${code}><b>${rule.source}:</b> ${textOf(rule)}</p>`
    : html`<p class="hint">${p.sanctions.effects.counted}</p>`;
}

/**
 * The contests in which a person takes part.
 * @param {Store} store
 * @param {string | null} recipient
 */
const contestsOf = (store, recipient) =>
  recipient ? store.contests.value.filter((contest) => contest.entrants.some((one) => isOf(one, recipient))) : [];

/**
 * The matches in which a person can be given a card: in play or played, the one begun last first.
 * @param {Store} store
 * @param {string} recipient
 * @returns {Place[]}
 */
function placesOf(store, recipient) {
  const plays = (/** @type {Fixture} */ fixture) => fixture.entrants.some((one) => isOf(one, recipient));
  return store.contests.value
    .flatMap((contest) =>
      contest.fixtures
        .filter((fixture) => (fixture.match || fixture.state === "played") && fixture.state !== "superseded" && plays(fixture))
        .map((fixture) => ({ contest, fixture })),
    )
    .sort((one, other) => other.fixture.version - one.fixture.version);
}

/**
 * The request by which a card is given: outside, in a contest or in none; to the log of its match; or with the result of a
 * match without a log.
 *
 * @param {Store} store
 * @param {string} recipient
 * @param {Card} card
 * @param {string} reason
 * @param {Place | Contest | null} place
 * @param {readonly api.SeatView[]} seats the seats of the match, if there is one
 * @returns {import("./decision.js").Request | null}
 */
function requestOf(store, recipient, card, reason, place, seats) {
  if (!place || !("fixture" in place))
    return {
      method: "POST",
      path: `/v1/championships/${store.id}/sanctions`,
      body: { player: recipient, card, reason, ...(place ? { contest: place.id } : {}) },
    };
  const { contest, fixture } = place;
  if (fixture.match) {
    const place = seats.find((one) => one.player === recipient);
    return place
      ? {
          method: "POST",
          path: `/v1/matches/${fixture.match}/events`,
          body: { type: "sanction", seat: place.seat, card, reason },
        }
      : null;
  }
  const form = formOf(fixture, Object.keys(talliesOf(contest.ruleset)));
  const more = form[card].map((one, n) => (isOf(fixture.entrants[n], recipient) ? String(Number(one || "0") + 1) : one));
  return {
    method: "PUT",
    path: `/v1/fixtures/${fixture.id}/result`,
    body: { ...bodyOf({ ...form, [card]: more }), reason },
    version: fixture.version,
  };
}

/**
 * True if a person is an entrant, or one of a pair.
 * @param {import("../../shared/types.js").Somebody} entrant
 * @param {string} recipient
 */
const isOf = (entrant, recipient) => entrant.id === recipient || (entrant.players ?? []).some((player) => player.id === recipient);

/**
 * The register of this championship, the latest card first.
 * @param {{store: Store, items: readonly api.GivenCard[]}} props
 */
function Register({ store, items }) {
  const [taking, setTaking] = useState(/** @type {api.GivenCard | null} */ (null));
  const name = (/** @type {string} */ id) => store.name(store.view.value?.players.find((one) => one.id === id) ?? null);
  const card = (/** @type {api.GivenCard} */ one) => p.sanctions.card[/** @type {Card} */ (one.card)];
  return html`<div class="panel" data-register>
    <h3>${p.sanctions.register}</h3>
    ${items.length === 0 ? html`<p class="hint">${p.sanctions.none}</p>` : null}
    <ul class="rows">
      ${items.map((one) => html`<li key=${`${one.stream} ${one.version} ${one.player}`} class="item" data-card=${one.card}>
        <b><span class=${`mark ${one.card}`} aria-hidden="true"></span> ${name(one.player)}</b>
        <span>${card(one)}${one.reason ? `: ${one.reason}` : ""}</span>
        ${one.penalty ? html`<b data-step=${one.penalty}>${stepOf(one)}</b>` : null}
        <small>${[whereGiven(store, one), moment(one.recorded_at)].filter(Boolean).join(" · ")}</small>
        <nav class="links">
          <${SignCard} card=${one} look="" />
          ${actsOf(store, one)}
          ${one.match || one.fixture
            ? null
            : html`<button type="button" class="quiet" data-action="undo-card" onClick=${() => setTaking(one)}>
                ${p.undo.card}
              </button>`}
        </nav>
      </li>`)}
    </ul>
    ${items.length > 0 ? html`<${Papers} papers=${ofCards(store.id ?? "")} />` : null}
    ${taking
      ? html`<${UndoSheet}
          store=${store}
          contest=${null}
          path=${`/v1/championships/${store.id}/sanctions/${taking.version}`}
          title=${p.undo.card}
          what=${`${name(taking.player)}: ${card(taking)}`}
          confirm=${p.undo.card}
          reasons=${p.undo.personReasons}
          close=${() => setTaking(null)}
        />`
      : null}
  </div>`;
}

/** @param {Store} store @param {api.GivenCard} card @returns {Place | null} */
function placeOf(store, card) {
  const there = (/** @type {Fixture} */ one) => one.id === card.fixture || (card.match !== null && one.match === card.match);
  return (
    store.contests.value.flatMap((contest) => contest.fixtures.filter(there).map((fixture) => ({ contest, fixture })))[0] ?? null
  );
}

/**
 * The match at which a card was given; empty if it was given outside of all.
 *
 * @param {Store} store
 * @param {api.GivenCard} card
 */
function whereGiven(store, card) {
  const place = placeOf(store, card);
  return place ? p.sanctions.atTable(p.players(place.fixture.entrants.map((one) => store.name(one)))) : "";
}

/**
 * The places to record the ladder's decision: each contest that goes on, for a person that is out; the match, for one that is
 * lost.
 *
 * @param {Store} store
 * @param {api.GivenCard} card
 */
function actsOf(store, card) {
  if (card.penalty === "expulsion")
    return contestsOf(store, card.player).flatMap((contest) => expulsionFrom(store, contest, card.player));
  if (card.penalty !== "match" && card.penalty !== "game") return null;
  const place = placeOf(store, card);
  return html`<a href=${place ? `#results/${place.contest.id}/${place.fixture.id}` : "#results"} data-act=${card.penalty}>
    ${p.sanctions.tell}
  </a>`;
}

/** @param {Store} store @param {Contest} contest @param {string} recipient */
function expulsionFrom(store, contest, recipient) {
  const withdrawals = new Set((contest.withdrawals ?? []).map((one) => one.player.id));
  const entrant = contest.entrants.find((one) => isOf(one, recipient) && !withdrawals.has(one.id));
  return entrant && !isOver(contest) ? [html`<a
    key=${contest.id}
    href=${`#leaving/${contest.id}/${entrant.id}/${EXPULSION}`}
    data-act="expulsion"
  >${p.sanctions.expel(contestName(store, contest))}</a>`] : [];
}
