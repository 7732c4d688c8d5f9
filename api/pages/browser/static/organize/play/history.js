/** The decisions about a contest, the latest first. Each can be taken back. */

import { useEffect, useState } from "preact/hooks";
import { k } from "../../shared/contests/words.js";
import { html } from "../../shared/ui.js";
import { joinNames } from "../../shared/words.js";
import { moment } from "../words.js";
import { ChooseContest } from "./contest.js";
import { reading } from "./reads.js";
import { UndoSheet } from "./undo.js";
import { p } from "./words.js";

/** @import * as api from "openapi" */
/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../store.js").Contest} Contest */
/** @typedef {api.DecisionOfContest} Entry */

/** Decisions that are shown at first. */
const FIRST = 30;

/** @param {{store: Store}} props */
export function History({ store }) {
  const contest = store.contest.value;
  return html`
    <${ChooseContest} store=${store} />
    ${contest ? html`<${Decisions} key=${contest.id} store=${store} contest=${contest} />` : null}
  `;
}

/** @param {{store: Store, contest: Contest}} props */
function Decisions({ store, contest }) {
  const [items, setItems] = useState(/** @type {readonly Entry[] | null} */ (null));
  const [all, setAll] = useState(false);
  const [undoing, setUndoing] = useState(/** @type {Entry | null} */ (null));
  useEffect(
    () =>
      reading(store.api.get(`/v1/contests/${contest.id}/decisions`), (/** @type {api.ContestDecisions} */ read) =>
        setItems([...read.items].reverse()),
      ),
    [contest.id, contest.version],
  );
  if (!items) return null;
  const page = all ? items : items.slice(0, FIRST);
  return html`<div class="panel" data-history>
    <ul class="rows">
      ${page.map((one) => html`<li key=${one.version} class="item" data-version=${one.version}>
        <${Item} store=${store} one=${one} items=${items} undo=${() => setUndoing(one)} />
      </li>`)}
    </ul>
    ${page.length < items.length
      ? html`<div class="controls">
          <button type="button" data-action="all" onClick=${() => setAll(true)}>${p.undo.all(items.length)}</button>
        </div>`
      : null}
    ${undoing
      ? html`<${UndoSheet}
          store=${store}
          contest=${contest}
          path=${`/v1/contests/${contest.id}/decisions/${undoing.version}`}
          title=${p.undo.title}
          what=${inWords(store, undoing)}
          close=${() => setUndoing(null)}
        />`
      : null}
  </div>`;
}

/** @param {{store: Store, one: Entry, items: readonly Entry[], undo: () => void}} props */
function Item({ store, one, items, undo }) {
  const takeback = items.find((other) => other.version === one.undone_by);
  const back = items.filter((other) => (one.undone ?? []).includes(other.version)).at(-1);
  return html`
    <b>${titleOf(one)}</b>
    <span>${back ? inWords(store, back) : detail(store, one)}</span>
    ${one.reason ? html`<span>${p.undo.because(one.reason)}</span>` : null}
    <small>${moment(one.recorded_at)}</small>
    ${takeback ? html`<b data-undone>${p.undo.undone(moment(takeback.recorded_at))}</b>` : null}
    ${one.means === "undo" && one.undone_by === undefined
      ? html`<nav class="links">
          <button type="button" class="quiet" data-action="undo" onClick=${undo}>${p.undo.undo}</button>
        </nav>`
      : null}
  `;
}

/** @param {Entry} one */
const titleOf = (one) => (one.type === "match_finished" ? p.undo.record : (k.decisions[one.type] ?? one.type));

/** @param {Store} store @param {Entry} one */
const inWords = (store, one) => [titleOf(one), detail(store, one)].filter(Boolean).join(": ");

/** The people of a decision, and its content. @param {Store} store @param {Entry} one */
function detail(store, one) {
  const names = (one.concerns ?? []).map((person) => store.name(person));
  const people = one.fixture ? p.players(names) : joinNames(names);
  const absent = one.absent ? p.results.absentWas(joinNames(one.absent.map((person) => store.name(person)))) : "";
  return [people, one.points ? p.results.score(one.points) : "", absent, one.name].filter(Boolean).join(" · ");
}
