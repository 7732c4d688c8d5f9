/** Other pairs of a round, by hand: two entrants change places by a touch on each. */

import { useState } from "preact/hooks";
import { k } from "../../shared/contests/words.js";
import { displayName } from "../../shared/contests/people.js";
import { html } from "../../shared/ui.js";
import { o } from "../words.js";
import { Decision, Reason } from "../play/decision.js";
import { arrangementOf, bodyOf, changedPlaces, sidesOf, swap } from "../play/model/rounds.js";
import { r } from "./words.js";

/** @import * as api from "openapi" */
/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../store.js").Contest} Contest */

/** The people that rest in a round. @param {api.RoundView} round */
export const restingIn = (round) => [...(round.rest ? [round.rest] : []), ...(round.rests ?? [])].map((one) => one.player);

/** @param {{store: Store, contest: Contest, round: api.RoundView, close: () => void}} props */
export function ChangePairs({ store, contest, round, close }) {
  const before = arrangementOf(round);
  const [arrangement, setArrangement] = useState(before);
  const [first, setFirst] = useState(/** @type {string | null} */ (null));
  const [reason, setReason] = useState(r.changeReasons[0]);
  const everybody = [...round.pairs.flatMap((pair) => pair.entrants.flatMap((one) => [one, ...(one.players ?? [])])), ...restingIn(round)];
  const name = (/** @type {string} */ id) => displayName(everybody.find((one) => one.id === id) ?? { id, name: null });
  const touch = (/** @type {string} */ id) => {
    if (first !== null && first !== id) setArrangement(swap(arrangement, first, id));
    setFirst(first === null ? id : null);
  };
  const changed = changedPlaces(before, arrangement);
  const { pairs, rest, rests = [] } = arrangement;
  const resting = rest === null ? rests : [rest];
  const request =
    changed.length > 0 && reason.trim() !== ""
      ? {
          method: /** @type {const} */ ("PUT"),
          path: `/v1/contests/${contest.id}/rounds/${round.round}`,
          body: { ...bodyOf(arrangement), reason: reason.trim() },
        }
      : null;
  const entrant = (/** @type {string} */ id) => html`<button
    type="button"
    class="chip"
    data-input="swap"
    data-value=${id}
    aria-pressed=${String(first === id)}
    onClick=${() => touch(id)}
  >${name(id)}</button>`;
  const state = (/** @type {boolean} */ isChanged) => (isChanged ? html` <small class="badge">${r.moved}</small>` : null);
  return html`
    <p aria-live="polite">${first === null ? r.touch : r.touchOther(name(first))}</p>
    <ol class="rows two">
      ${pairs.map((pair, n) => html`<li class="item" key=${n} data-table=${round.pairs[n].table}>
        <p>${k.table(round.pairs[n].table)}${state(changed.includes(n))}</p>
        ${pair.length > 2
          ? sidesOf(pair).map((side) => html`<div class="chips">${side.map(entrant)}</div>`)
          : html`<div class="chips">${pair.map(entrant)}</div>`}
      </li>`)}
      ${resting.length === 0
        ? null
        : html`<li class="item" data-table="rest">
            <p>${r.resting}${state(changed.includes(-1))}</p>
            <div class="chips">${resting.map(entrant)}</div>
          </li>`}
    </ol>
    <div class="controls">
      <button type="button" class="quiet" data-action="keep-pairs" onClick=${close}>${o.leave}</button>
    </div>
    ${changed.length > 0
      ? html`<${Decision}
          store=${store}
          request=${request}
          contest=${null}
          confirm=${r.store}
          action="store-pairs"
          tells=${(/** @type {api.RoundView} */ answer) => r.breaks(answer.breaks ?? [])}
          onDone=${() => {
            store.notice.value = r.stored;
            close();
          }}
        ><${Reason} reasons=${r.changeReasons} value=${reason} set=${setReason} /><//>`
      : null}
  `;
}
