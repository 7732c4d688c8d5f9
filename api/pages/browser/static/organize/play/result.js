/** One match: its result by figures, a correction with its effect, an absent entrant, and the way to its table. */

import { useState } from "preact/hooks";
import { Chips, html } from "../../shared/ui.js";
import { capital, joinNames } from "../../shared/words.js";
import { OpenTable } from "../tables/open.js";
import { Decision, Reason } from "./decision.js";
import { bodyOf, level, numbers, formOf } from "./model/result.js";
import { talliesOf } from "./names.js";
import { p } from "./words.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../store.js").Contest} Contest */
/** @typedef {import("../../shared/types.js").Fixture} Fixture */
/** @typedef {import("./model/result.js").ResultForm} ResultForm */
/**
 * @typedef {{
 *   store: Store,
 *   contest: Contest,
 *   fixture: Fixture,
 *   tables: readonly (readonly import("../../shared/types.js").Row[])[],
 *   onDone: (notice: string) => void,
 *   path?: string,
 * }} Props `path`: the address of what is reported, if that is no whole match
 */

/** @param {Props} props */
export function FixtureForm({ store, contest, fixture, tables, onDone }) {
  const [absence, setAbsence] = useState(fixture.state === "walkover");
  const [begins, setBegins] = useState(false);
  if (begins && !fixture.match)
    return html`
      <${OpenTable} store=${store} fixture=${fixture} />
      <div class="controls">
        <button type="button" class="quiet" data-action="figures" onClick=${() => setBegins(false)}>${p.results.report}</button>
      </div>
    `;
  return html`
    ${fixture.match
      ? html`<a class="button" href=${`/table/${fixture.match}`} target="_blank" rel="noopener" data-action="table">
          ${p.results.goTable}
        </a>`
      : null}
    ${absence
      ? html`<${Absence} store=${store} contest=${contest} fixture=${fixture} tables=${tables} onDone=${onDone} />`
      : html`<${Figures} store=${store} contest=${contest} fixture=${fixture} tables=${tables} onDone=${onDone} />`}
    <div class="controls">
      <button type="button" class="quiet" data-action=${absence ? "figures" : "absence"} onClick=${() => setAbsence(!absence)}>
        ${absence ? p.results.report : p.results.walkover}
      </button>
      ${fixture.state === "pending"
        ? html`<button type="button" class="quiet" data-action="begin" onClick=${() => setBegins(true)}>
            ${p.results.newTable}
          </button>`
        : null}
    </div>
  `;
}

/** @param {Props} props */
export function Figures({ store, contest, fixture, tables, onDone, path = `/v1/fixtures/${fixture.id}` }) {
  const tallies = talliesOf(contest.ruleset);
  const [form, setForm] = useState(() => formOf(fixture, Object.keys(tallies)));
  const [reason, setReason] = useState(p.results.reasons[0]);
  const [isFilled] = useState(
    Object.values(form.tallies)
      .flat()
      .some((one) => one !== ""),
  );
  const names = fixture.entrants.map((one) => store.name(one));
  const change = (/** @type {Partial<ResultForm>} */ more) => setForm({ ...form, ...more });
  const leaves = (/** @type {number} */ seat) =>
    change({ left: form.left.includes(seat) ? form.left.filter((one) => one !== seat) : [...form.left, seat] });
  // The form asks again for a result that only lacks its extra round. Any other result is corrected.
  const corrects = fixture.result !== undefined && fixture.result !== null && !fixture.needs;
  const body = bodyOf(form);
  const content = body && (corrects ? { ...body, reason } : body);
  const same = corrects && body && JSON.stringify(body) === JSON.stringify(bodyOf(formOf(fixture, Object.keys(tallies))));
  const request =
    content && !same && (!corrects || reason.trim() !== "")
      ? {
          method: /** @type {"POST" | "PUT"} */ (corrects ? "PUT" : "POST"),
          path: `${path}/result`,
          body: content,
          version: corrects ? fixture.version : undefined,
        }
      : null;
  const points = numbers(form.points);
  return html`
    <${Counts}
      legend=${p.results.points}
      input="points"
      names=${names}
      list=${form.points}
      set=${(/** @type {string[]} */ list) => change({ points: list })}
    />
    ${Object.keys(tallies).length > 0
      ? html`<details class="rules" open=${isFilled}>
          <summary data-open="tallies">
            ${capital(joinNames(Object.values(tallies).map((title) => title.toLocaleLowerCase())))}
          </summary>
          <p class="hint">${p.results.tallies}</p>
          <div class="form">
            ${Object.entries(tallies).map(([tally, title]) => html`<${Counts}
              key=${tally}
              legend=${title}
              input=${tally}
              names=${names}
              list=${form.tallies[tally]}
              set=${(/** @type {string[]} */ list) => change({ tallies: { ...form.tallies, [tally]: list } })}
            />`)}
          </div>
        </details>`
      : null}
    ${points && level(points) && form.left.length === 0
      ? html`<${Chips}
          legend=${p.results.winner}
          input="winner"
          value=${form.winner}
          choose=${(/** @type {number} */ winner) => change({ winner })}
          options=${names.map((label, value) => ({ value, label }))}
        />`
      : null}
    <details class="rules" open=${form.extra.length > 0 || form.left.length > 0}>
      <summary data-open="figures">${p.results.more}</summary>
      <div class="form">
        <${Counts}
          legend=${p.results.yellow}
          input="yellow"
          names=${names}
          list=${form.yellow}
          set=${(/** @type {string[]} */ yellow) => change({ yellow })}
        />
        <${Counts}
          legend=${p.results.black}
          input="black"
          names=${names}
          list=${form.black}
          set=${(/** @type {string[]} */ black) => change({ black })}
        />
        ${form.extra.map((round, at) => html`<${Counts}
          key=${at}
          legend=${p.results.extra(at + 1)}
          input=${`extra_rounds.${at}`}
          names=${names}
          list=${round}
          set=${(/** @type {string[]} */ list) => change({ extra: form.extra.map((one, i) => (i === at ? list : one)) })}
        />`)}
      </div>
      <fieldset class="chips">
        <legend>${p.results.left}</legend>
        ${names.map((name, seat) => html`<button
          type="button"
          key=${seat}
          class="chip"
          data-input="left"
          data-value=${seat}
          aria-pressed=${String(form.left.includes(seat))}
          onClick=${() => leaves(seat)}
        >${name}</button>`)}
        <small>${p.results.leftHint}</small>
      </fieldset>
      <button
        type="button"
        class="quiet"
        data-action="extra"
        onClick=${() => change({ extra: [...form.extra, names.map(() => "")] })}
      >${p.results.addExtra}</button>
      <label class="wide">
        <span>${p.results.note}</span>
        <input
          data-input="note"
          maxlength="500"
          value=${form.note}
          onInput=${(/** @type {any} */ event) => change({ note: event.target.value })}
        />
        <small>${p.reasonHint}</small>
      </label>
    </details>
    <${Decision}
      store=${store}
      request=${request}
      contest=${contest}
      tables=${tables}
      confirm=${corrects ? p.results.confirmCorrection : p.results.confirm}
      action=${corrects ? "correct" : "report"}
      onDone=${() => onDone((corrects ? p.results.corrected : p.results.saved)(p.players(names)))}
    >${corrects ? html`<${Reason} reasons=${p.results.reasons} value=${reason} set=${setReason} />` : null}<//>
  `;
}

/**
 * One figure of each entrant.
 *
 * @param {{
 *   legend: string,
 *   input: string,
 *   names: readonly string[],
 *   list: readonly string[],
 *   set: (list: string[]) => void,
 * }} props
 */
export const Counts = ({ legend, input, names, list, set }) => html`<fieldset>
  <legend>${legend}</legend>
  <div class="figures-of">
    ${names.map((name, n) => html`<label key=${n} class="count">
      <span>${name}</span>
      <input
        data-input=${`${input}.${n}`}
        inputmode="numeric"
        autocomplete="off"
        maxlength="7"
        value=${list[n]}
        onInput=${(/** @type {any} */ event) => set(list.map((one, i) => (i === n ? event.target.value : one)))}
      />
    </label>`)}
  </div>
</fieldset>`;

/** @param {Props} props */
export function Absence({ store, contest, fixture, tables, onDone, path = `/v1/fixtures/${fixture.id}` }) {
  const [absent, setAbsent] = useState(/** @type {readonly string[]} */ ([]));
  // Where partners change, one may be there without the other.
  const everybody = contest.partners ? fixture.entrants.flatMap((one) => one.players ?? [one]) : fixture.entrants;
  const [reason, setReason] = useState(p.results.walkoverReasons[0]);
  const instead = fixture.state !== "pending";
  const request =
    absent.length > 0 && reason.trim() !== ""
      ? {
          method: /** @type {const} */ ("POST"),
          path: `${path}/walkover`,
          body: { absent, reason },
          version: instead ? fixture.version : undefined,
        }
      : null;
  const tap = (/** @type {string} */ id) => setAbsent(absent.includes(id) ? absent.filter((one) => one !== id) : [...absent, id]);
  const absentees = fixture.state === "walkover" ? (fixture.result?.absent ?? []).map((one) => store.name(one)) : [];
  return html`
    ${absentees.length > 0 ? html`<p data-absent-told>${capital(p.results.absentWas(joinNames(absentees)))}</p>` : null}
    <fieldset class="chips">
      <legend>${p.results.absent}</legend>
      ${everybody.map((one) => html`<button
        type="button"
        key=${one.id}
        class="chip"
        data-input="absent"
        data-value=${one.id}
        aria-pressed=${String(absent.includes(one.id))}
        onClick=${() => tap(one.id)}
      >${store.name(one)}</button>`)}
    </fieldset>
    <${Decision}
      store=${store}
      request=${request}
      contest=${contest}
      tables=${tables}
      confirm=${p.results.confirmWalkover}
      action="walkover"
      onDone=${() => onDone(p.results.saved(p.players(fixture.entrants.map((one) => store.name(one)))))}
    ><${Reason} reasons=${p.results.walkoverReasons} value=${reason} set=${setReason} /><//>
  `;
}
