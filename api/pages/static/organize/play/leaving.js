/** Who leaves a contest for good, and who comes instead to its last matches. */

import { useState } from "preact/hooks";
import { Chips, html } from "../../shared/ui.js";
import { ChooseContest } from "./contest.js";
import { useTables } from "./reads.js";
import { Decision, Reason } from "./decision.js";
import { Rules } from "./changes.js";
import { p } from "./words.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../store.js").Contest} Contest */
/** @typedef {import("../../shared/types.js").Somebody} Somebody */

/** What an address says behind who leaves, where they do so by the ladder of cards. */
export const EXPULSION = "expulsion";

/** @param {{store: Store}} props */
export function Leaving({ store }) {
  const contest = store.contest.value;
  return html`<${ChooseContest} store=${store} />
    ${contest ? html`<${LeaveForm} key=${contest.id} store=${store} contest=${contest} /><${Gone} store=${store} contest=${contest} />` : null}`;
}

/** @param {{store: Store, contest: Contest}} props */
function LeaveForm({ store, contest }) {
  const [what, setWhat] = useState(/** @type {"withdraw" | "substitute"} */ ("withdraw"));
  // Whom the address names is chosen, with why.
  const [, , named, why] = location.hash.split("/");
  const [who, setWho] = useState(/** @type {string | null} */ (contest.entrants.find((one) => one.id === named)?.id ?? null));
  const [into, setInto] = useState(/** @type {string | null} */ (null));
  const [reason, setReason] = useState(why === EXPULSION ? p.leaving.expelled : p.leaving.reasons[0]);
  const { tables } = useTables(store, contest);
  const gone = new Set((contest.withdrawals ?? []).map((one) => one.player.id));
  const there = contest.entrants.filter((one) => !gone.has(one.id));
  const listed = (/** @type {readonly Somebody[]} */ people) => people.map((one) => ({ value: one.id, label: store.name(one) }));
  const body = what === "withdraw" ? { player: who, reason } : { out: who, reason, ...(into ? { in: into } : {}) };
  const request = who && reason.trim() !== "" ? { method: /** @type {const} */ ("POST"), path: `/v1/contests/${contest.id}/${what === "withdraw" ? "withdrawals" : "substitutions"}`, body } : null;
  const choices = /** @type {const} */ (["withdraw", "substitute"]);
  return html`<div class="panel">
    <${Chips} legend=${p.leaving.what} input="what" value=${what} choose=${setWhat} options=${choices.map((value) => ({ value, label: p.leaving[value] }))} />
    <${Chips} legend=${p.leaving.who} input="player" value=${who} choose=${setWho} options=${listed(there)} />
    ${what === "substitute" && who ? html`<${Chips} legend=${p.leaving.into} input="in" value=${into} choose=${setInto} options=${[{ value: null, label: p.leaving.next }, ...listed(coming(store, there, who))]} />` : null}
    <${Rules} store=${store} codes=${["league.withdrawal"]} />
    <${Decision} store=${store} request=${request} contest=${contest} tables=${tables} confirm=${what === "withdraw" ? p.leaving.confirmWithdraw : p.leaving.confirmSubstitute} action=${what}
      done=${() => {
        store.notice.value = p.leaving.done(store.name(there.find((one) => one.id === who) ?? null));
        setWho(null);
        setInto(null);
        setReason(p.leaving.reasons[0]);
      }}>
      <${Reason} reasons=${[...p.leaving.reasons, p.leaving.expelled]} value=${reason} set=${setReason} />
    <//>
  </div>`;
}

/**
 * Who may come in somebody's place: the entrants who stay, and the players of the championship who are in no entry.
 * @param {Store} store
 * @param {readonly Somebody[]} there
 * @param {string} who
 */
function coming(store, there, who) {
  const inside = new Set(there.flatMap((one) => [one.id, ...(one.players ?? []).map((player) => player.id)]));
  return [...there.filter((one) => one.id !== who), ...(store.view.value?.players ?? []).filter((one) => !inside.has(one.id) && one.id !== who)];
}

/** @param {{store: Store, contest: Contest}} props */
function Gone({ store, contest }) {
  const [withdrawn, replaced] = [contest.withdrawals ?? [], contest.substitutions ?? []];
  return html`<div class="panel" data-gone>
    <h3>${p.leaving.gone}</h3>
    ${withdrawn.length > 0 ? html`<ul>${withdrawn.map((one) => html`<li key=${one.player.id}>${store.name(one.player)}</li>`)}</ul>` : html`<p class="hint">${p.leaving.none}</p>`}
    ${replaced.length > 0 ? html`<h3>${p.leaving.replaced}</h3><ul>${replaced.map((one) => html`<li key=${one.player.id}>${p.leaving.replacedBy(store.name(one.player), one.into ? store.name(one.into) : null)}</li>`)}</ul>` : null}
  </div>`;
}
