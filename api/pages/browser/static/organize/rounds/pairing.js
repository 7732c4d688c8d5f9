/** The next round: paired as a draft or at once, and published. */

import { useState } from "preact/hooks";
import { displayName } from "../../shared/contests/people.js";
import { html } from "../../shared/ui.js";
import { joinNames } from "../../shared/words.js";
import { Field, RefusalNote, useDecision } from "../form.js";
import { o } from "../words.js";
import { p } from "../play/words.js";
import { r } from "./words.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../store.js").Contest} Contest */
/** @typedef {import("../../shared/types.js").Somebody} Somebody */

/**
 * @param {{
 *   store: Store,
 *   contest: Contest,
 *   number: number,
 *   of: number | null,
 *   apart: readonly (readonly Somebody[])[],
 * }} props `apart`: the groups that the round before kept apart
 */
export function PairNext({ store, contest, number, of, apart }) {
  /** What the last button asked for, if it has to be asked again. */
  const [draft, setDraft] = useState(true);
  const [word, setWord] = useState("");
  const [groups, setGroups] = useState(/** @type {readonly (readonly string[])[] | null} */ (null));
  const decision = useDecision(store);
  const refusal = decision.refusal;
  const { in_the_way: inTheWay, least } = refusal?.body ?? {};
  const lateUntil = contest.options?.late_until ?? 0;
  const pair = async (/** @type {boolean} */ asDraft, repeats = false) => {
    setDraft(asDraft);
    const seed = word.trim();
    const body = {
      round: number,
      draft: asDraft,
      ...(repeats ? { repeats } : {}),
      ...(seed ? { seed } : {}),
      ...(groups ? { apart: groups } : {}),
    };
    const round = await decision.send("POST", `/v1/contests/${contest.id}/rounds`, body);
    if (!round) return;
    store.notice.value = (asDraft ? r.drafted : r.paired)(number);
    await store.reload();
  };
  if (!store.rights.value?.organizer) return html`<p>${r.organizerPairs(number)}</p>`;
  return html`<div class="form">
    <p>${number === 1 ? r.first(of) : r.ready(number - 1, of)}</p>
    ${lateUntil >= number
      ? html`<p class="hint">
          ${r.late(lateUntil)} <a class="button" href=${`#leaving/${contest.id}`} data-go="leaving">${p.sections.leaving}</a>
        </p>`
      : null}
    <details class="field" data-open="pairing">
      <summary>${o.options}</summary>
      <div class="form">
        <${Apart}
          store=${store}
          contest=${contest}
          groups=${groups ?? apart.map((group) => group.map((one) => one.id))}
          set=${setGroups}
        />
        <${Field} label=${o.draw.seed} hint=${r.seedHint} input="seed" value=${word} set=${setWord} maxlength="200" />
      </div>
    </details>
    ${inTheWay && least
      ? html`<div class="ask" role="alert" data-impossible>
          <p>${r.impossible(number, joinNames(inTheWay.map((one) => store.name(one))))}</p>
          <p>${r.least(least.repeats)}</p>
          <div class="controls">
            <button type="button" data-action="pair-repeating" disabled=${decision.busy} onClick=${() => void pair(draft, true)}>
              ${r.repeat}
            </button>
          </div>
        </div>`
      : html`<${RefusalNote} refusal=${refusal} />`}
    <div class="controls">
      <button type="button" class="main" data-action="pair" disabled=${decision.busy} onClick=${() => void pair(true)}>
        ${r.pair(number)}
      </button>
      <button type="button" data-action="pair-publish" disabled=${decision.busy} onClick=${() => void pair(false)}>
        ${r.pairPublish}
      </button>
    </div>
    <p class="hint">${r.draftHint}</p>
  </div>`;
}

/**
 * Groups of entrants that are not paired with each other while that can be.
 * @param {{store: Store, contest: Contest, groups: readonly (readonly string[])[], set: (groups: readonly (readonly string[])[]) => void}} props
 */
function Apart({ store, contest, groups, set }) {
  const [choice, setChoice] = useState(/** @type {readonly string[]} */ ([]));
  const left = new Set((contest.withdrawals ?? []).map((one) => one.player.id));
  const name = (/** @type {string} */ id) => store.name(contest.entrants.find((one) => one.id === id) ?? null);
  const touch = (/** @type {string} */ id) =>
    setChoice(choice.includes(id) ? choice.filter((one) => one !== id) : [...choice, id]);
  return html`<div class="field" data-open="apart">
    <fieldset class="chips">
      <legend>${r.apart}</legend>
      ${contest.entrants.filter((one) => !left.has(one.id)).map((one) => html`<button
        type="button"
        key=${one.id}
        class="chip"
        data-input="apart"
        data-value=${one.id}
        aria-pressed=${String(choice.includes(one.id))}
        onClick=${() => touch(one.id)}
      >${displayName(one)}</button>`)}
    </fieldset>
    <small>${r.apartHint}</small>
    <div class="controls">
      <button
        type="button"
        data-action="apart"
        disabled=${choice.length < 2}
        onClick=${() => {
          set([...groups, choice]);
          setChoice([]);
        }}
      >${r.apartAdd}</button>
    </div>
    ${groups.length > 0
      ? html`<ul class="rows">
          ${groups.map((group) => html`<li class="row" key=${group.join()}>
            <span>${joinNames(group.map(name))}</span>
            <button
              type="button"
              data-action="together"
              aria-label=${r.apartRemove(joinNames(group.map(name)))}
              onClick=${() => set(groups.filter((one) => one !== group))}
            >✕</button>
          </li>`)}
        </ul>`
      : null}
  </div>`;
}

/** @param {{store: Store, contest: Contest, number: number}} props */
export function Publish({ store, contest, number }) {
  const decision = useDecision(store);
  const publish = async () => {
    const round = await decision.send("POST", `/v1/contests/${contest.id}/rounds/${number}/publish`);
    if (!round) return;
    store.notice.value = r.published(number);
    await store.reload();
  };
  return html`
    <p>${r.isDraft(number)}</p>
    <${RefusalNote} refusal=${decision.refusal} />
    ${store.rights.value?.organizer
      ? html`<div class="controls">
          <button type="button" class="main" data-action="publish" disabled=${decision.busy} onClick=${publish}>
            ${r.publish(number)}
          </button>
        </div>`
      : null}
  `;
}
