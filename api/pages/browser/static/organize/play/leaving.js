/** The entrants that leave a contest for good, and those that come in their place: a player, one partner, a pair. */

import { useState } from "preact/hooks";
import { k } from "../../shared/contests/words.js";
import { toldApart } from "../../shared/person.js";
import { Chips, html } from "../../shared/ui.js";
import { joinNames } from "../../shared/words.js";
import { ChooseContest, EXPULSION, isInRounds, isRedrawn } from "./contest.js";
import { LATE_TEAM } from "../later.js";
import { Newcomer } from "./newcomer.js";
import { useTables } from "./reads.js";
import { Decision, Reason } from "./decision.js";
import { Rules } from "./changes.js";
import { Field, RefusalNote, useDecision } from "../form.js";
import { p } from "./words.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("./newcomer.js").Comer} Comer */
/** @typedef {import("../store.js").Contest} Contest */
/** @typedef {import("../../shared/types.js").Somebody} Somebody */

const ALL = /** @type {const} */ (["withdraw", "substitute", "late"]);

/** @param {{store: Store}} props */
export function Leaving({ store }) {
  const contest = store.contest.value;
  return html`
    <${ChooseContest} store=${store} />
    ${contest
      ? html`<${LeaveForm} key=${contest.id} store=${store} contest=${contest} /><${Departures} store=${store} contest=${contest} />`
      : null}
  `;
}

/** @param {{store: Store, contest: Contest}} props */
function LeaveForm({ store, contest }) {
  const [what, setWhat] = useState(/** @type {"withdraw" | "substitute" | "late"} */ ("withdraw"));
  // The page chooses the entrant and the reason that the address names.
  const [, , entrant, why] = location.hash.split("/");
  const [leaver, setLeaver] = useState(/** @type {string | null} */ (contest.entrants.find((one) => one.id === entrant)?.id ?? null));
  const [partner, setPartner] = useState(/** @type {string | null} */ (null));
  const [into, setInto] = useState(/** @type {string | null} */ (null));
  const [pair, setPair] = useState(/** @type {readonly string[]} */ ([]));
  const [reason, setReason] = useState(why === EXPULSION ? p.leaving.expelled : p.leaving.reasons[0]);
  const { tables } = useTables(store, contest);
  const there = what === "withdraw" ? staying(contest) : contest.entrants.filter((one) => !isReplaced(contest, one.id));
  const choicesOf = (/** @type {readonly Somebody[]} */ people) => people.map((one) => ({ value: one.id, label: store.name(one) }));
  const players = there.find((one) => one.id === leaver)?.players ?? [];
  const outside = freePlayers(store, contest);
  const anew = () => {
    setPartner(null);
    setInto(null);
    setPair([]);
  };
  const choose = (/** @type {string | null} */ id) => {
    setLeaver(id);
    anew();
  };
  const comes = pair.length > 0 ? pair : into;
  const body = what === "withdraw" ? { player: leaver, reason } : { out: partner ?? leaver, reason, ...(comes ? { in: comes } : {}) };
  // A pair with one partner missing has to name a person. A pair that comes is named whole.
  const isWhole = what === "withdraw" || ((!partner || into !== null) && pair.length !== 1);
  const request =
    leaver && isWhole && reason.trim() !== ""
      ? {
          method: /** @type {const} */ ("POST"),
          path: `/v1/contests/${contest.id}/${what === "withdraw" ? "withdrawals" : "substitutions"}`,
          body,
        }
      : null;
  // The contest itself says if an entrant may still come in.
  const [first] = /** @type {({late_until?: number | null})[]} */ (contest.options?.stages ?? [contest.options ?? {}]);
  const isOpen = Boolean(first.late_until);
  // A team is not replaced: those of its members play who are there.
  const choices = ALL.filter((one) => (one === "late" ? isOpen : one !== "substitute" || !contest.teams));
  if (what === "late") {
    return html`<div class="panel">
      <${Chips}
        legend=${p.leaving.what}
        input="what"
        value=${what}
        choose=${setWhat}
        options=${choices.map((value) => ({ value, label: p.leaving[value] }))}
      />
      <${contest.teams ? LATE_TEAM.component : LateForm} store=${store} contest=${contest} />
    </div>`;
  }
  return html`<div class="panel">
    <${Chips}
      legend=${p.leaving.what}
      input="what"
      value=${what}
      choose=${setWhat}
      options=${choices.map((value) => ({ value, label: p.leaving[value] }))}
    />
    <${Chips} legend=${p.leaving.who} input="player" value=${leaver} choose=${choose} options=${choicesOf(there)} />
    ${what === "substitute" && leaver
      ? html`
          ${players.length > 0
            ? html`<${Chips} legend=${p.leaving.partner} input="partner" value=${partner}
                choose=${(/** @type {string | null} */ id) => {
                  anew();
                  setPartner(id);
                }}
                options=${[{ value: null, label: p.leaving.both }, ...choicesOf(players)]} />`
            : null}
          ${partner
            ? html`<${Chips} legend=${p.leaving.into} input="in" value=${into} choose=${setInto} options=${choicesOf(outside)} />`
            : html`<${Chips}
                legend=${p.leaving.into}
                input="in"
                value=${into}
                choose=${(/** @type {string | null} */ id) => {
                  setInto(id);
                  setPair([]);
                }}
                options=${[
                  { value: null, label: p.leaving.next },
                  ...choicesOf([...staying(contest).filter((one) => one.id !== leaver), ...(players.length > 0 ? [] : outside)]),
                ]}
              />`}
          ${players.length > 0 && !partner
            ? html`<${Pairing} legend=${p.leaving.pair} options=${choicesOf(outside)} value=${pair} choose=${setPair} />`
            : null}
        `
      : null}
    <${Rules} store=${store} codes=${[what === "withdraw" ? ruleOfLeaving(contest) : "format.substitution"]} />
    <${Decision}
      store=${store}
      request=${request}
      contest=${contest}
      tables=${tables}
      confirm=${what === "withdraw" ? p.leaving.confirmWithdraw : p.leaving.confirmSubstitute}
      action=${what}
      onDone=${() => {
        store.notice.value = p.leaving.done(store.name(there.find((one) => one.id === leaver) ?? null));
        choose(null);
        setReason(p.leaving.reasons[0]);
      }}
    ><${Reason} reasons=${[...p.leaving.reasons, p.leaving.expelled]} value=${reason} set=${setReason} /><//>
  </div>`;
}

/** @param {{store: Store, contest: Contest}} props */
function LateForm({ store, contest }) {
  const [choice, setChoice] = useState(/** @type {readonly string[]} */ ([]));
  const [others, setOthers] = useState(/** @type {readonly Comer[]} */ ([]));
  const [group, setGroup] = useState(/** @type {number | null} */ (null));
  const [reason, setReason] = useState(p.leaving.lateReasons[0]);
  const { tables } = useTables(store, contest);
  const inPairs = (contest.entrants[0]?.players ?? []).length > 0;
  const there = new Set(contest.entrants.flatMap((one) => [one.id, ...(one.players ?? []).map((player) => player.id)]));
  const players = (store.view.value?.players ?? [])
    .filter((one) => !there.has(one.id))
    .map((one) => ({ value: one.id, label: store.name(one) }));
  const options = [...players, ...others.filter((one) => players.every((player) => player.value !== one.value))];
  const comers = choice.map((value) => others.find((one) => one.value === value)?.player ?? value);
  const isWhole = choice.length === (inPairs ? 2 : 1);
  const comes = (/** @type {Comer} */ one) => {
    setOthers([...others, one]);
    setChoice(inPairs ? [...choice, one.value].slice(-2) : [one.value]);
  };
  const request = isWhole
    ? {
        method: /** @type {const} */ ("POST"),
        path: `/v1/contests/${contest.id}/entrants`,
        body: { player: inPairs ? comers : comers[0], reason, ...(group ? { group } : {}) },
      }
    : null;
  const names = joinNames(options.filter((one) => choice.includes(one.value)).map((one) => one.label));
  return html`
    ${options.length === 0
      ? null
      : inPairs
        ? html`<${Pairing} legend=${p.leaving.newPair} options=${options} value=${choice} choose=${setChoice} />`
        : html`<${Chips}
            legend=${p.leaving.newcomer}
            input="newcomer"
            value=${choice[0] ?? null}
            choose=${(/** @type {string} */ id) => setChoice([id])}
            options=${options}
          />`}
    <${Newcomer} store=${store} comes=${comes} />
    ${tables.length > 1
      ? html`<${Chips}
          legend=${p.leaving.group}
          input="group"
          value=${group}
          choose=${setGroup}
          options=${[{ value: null, label: p.leaving.emptiest }, ...tables.map((_, n) => ({ value: n + 1, label: k.group(n + 1) }))]}
        />`
      : null}
    <${Rules} store=${store} codes=${[isInRounds(contest) ? "rounds.late" : "format.late"]} />
    <${Decision}
      store=${store}
      request=${request}
      contest=${contest}
      tables=${tables}
      confirm=${p.leaving.confirmLate}
      action="late"
      onDone=${() => {
        store.notice.value = p.leaving.done(names);
        setChoice([]);
        setOthers([]);
      }}
    ><${Reason} reasons=${p.leaving.lateReasons} value=${reason} set=${setReason} /><//>
  `;
}

/**
 * Two people that come together, each chosen by a touch. A third touch takes the first out.
 *
 * @param {{
 *   legend: string,
 *   options: readonly {value: string, label: string}[],
 *   value: readonly string[],
 *   choose: (ids: readonly string[]) => void,
 * }} props
 */
function Pairing({ legend, options, value, choose }) {
  const touch = (/** @type {string} */ id) =>
    choose(value.includes(id) ? value.filter((one) => one !== id) : [...value, id].slice(-2));
  return html`<fieldset class="chips">
    <legend>${legend}</legend>
    ${options.map((option) => html`<button
      type="button"
      key=${option.value}
      class="chip"
      data-input="pair"
      data-value=${option.value}
      aria-pressed=${String(value.includes(option.value))}
      onClick=${() => touch(option.value)}
    >${option.label}</button>`)}
  </fieldset>`;
}

/** True if an entrant's place is another's now, or the next of the table's. @param {Contest} contest @param {string} id */
function isReplaced(contest, id) {
  const changes = (contest.substitutions ?? []).filter((one) => one.player.id === id || one.into?.id === id);
  return changes.at(-1)?.player.id === id;
}

/** The entrants that have neither left nor been replaced. @param {Contest} contest */
function staying(contest) {
  const left = new Set((contest.withdrawals ?? []).map((one) => one.player.id));
  return contest.entrants.filter(
    (one) =>
      !left.has(one.id) &&
      !(isReplaced(contest, one.id) && contest.substitutions?.some((change) => change.player.id === one.id && change.into)),
  );
}

/**
 * The players of the championship that are in no entry that goes on. They may come in another's place.
 * @param {Store} store
 * @param {Contest} contest
 */
function freePlayers(store, contest) {
  const inside = new Set(staying(contest).flatMap((one) => [one.id, ...(one.players ?? []).map((player) => player.id)]));
  return (store.view.value?.players ?? []).filter((one) => !inside.has(one.id));
}

/** @param {{store: Store, contest: Contest}} props */
function Departures({ store, contest }) {
  const [withdrawals, substitutions] = [contest.withdrawals ?? [], contest.substitutions ?? []];
  return html`<div class="panel" data-gone>
    <h3>${p.leaving.gone}</h3>
    ${withdrawals.length > 0
      ? html`<ul>${withdrawals.map((one) => html`<li key=${one.player.id}>${store.name(one.player)}</li>`)}</ul>`
      : html`<p class="hint">${p.leaving.none}</p>`}
    ${substitutions.length > 0
      ? html`
          <h3>${p.leaving.replaced}</h3>
          <ul>
            ${substitutions.map((one) => html`<li key=${one.player.id}>
              ${p.leaving.replacedBy(store.name(one.player), one.into ? store.name(one.into) : null)}
            </li>`)}
          </ul>
        `
      : null}
  </div>`;
}

/** The clause of a withdrawal. @param {Contest} contest */
function ruleOfLeaving(contest) {
  if (isRedrawn(contest.options)) return "knockout.redraw";
  return isInRounds(contest) ? "rounds.late" : "league.withdrawal";
}
