/** Several people at once, one a line. It asks about each name that is like one on record: the same person, or another one. */

import { useState } from "preact/hooks";
import { toldApart } from "../../shared/person.js";
import { html } from "../../shared/ui.js";
import { Field, RefusalNote, Select, useDecision } from "../form.js";
import { o } from "../words.js";
import { readList } from "./lines.js";
import { plain } from "../../shared/plain.js";

/** @import * as api from "openapi" */
/** @import { PeopleList, ListedPerson } from "./lines.js" */
/** @import { Order } from "./columns.js" */
/** @typedef {import("../store.js").Store} Store */
/**
 * @typedef {{
 *   name: string,
 *   birth_date?: string,
 *   disambiguation?: string,
 *   same?: string,
 *   other?: boolean,
 *   isOmitted?: boolean,
 *   isChecked?: boolean,
 * }} Line is a person on the list, with the answer about the name: a person on record, another person, a line to leave out, or
 *   a name that no other person has
 */
/**
 * @typedef {{id: string | null, name: string, birth_date?: string | null, disambiguation?: string, where?: string}} Alike
 *   is a person on record with a name like it; `where`: the person's last championship
 */
/** @typedef {{at: number, people: readonly Alike[]}} Question */

/** @param {{store: Store}} props */
export function Entering({ store }) {
  const [text, setText] = useState("");
  const [columns, setColumns] = useState(/** @type {Order | undefined} */ (undefined));
  const [lines, setLines] = useState(/** @type {Line[]} */ ([]));
  const [question, setQuestion] = useState(/** @type {Question | null} */ (null));
  const decision = useDecision(store);
  const list = readList(text, columns);
  const people = list.people;
  const birthDates = people.filter((one) => one.birth_date).length;

  /** @param {Line[]} list */
  const enter = async (list) => {
    const staying = list.flatMap((line, at) =>
      line.isOmitted ? [] : [{ at, body: line.same ?? { ...newcomer(line), ...(line.other ? { distinct: true } : {}) } }],
    );
    setLines(list);
    setQuestion(null);
    if (staying.length === 0) return over(0);
    const path = `/v1/championships/${store.id}/players`;
    const body = { players: staying.map((one) => one.body) };
    const ask = (/** @type {import("../form.js").Refusal} */ refusal) => {
      const first = refusal.body.errors?.[0];
      const place = /\$\.players\[(\d+)\]/.exec(first?.path ?? "");
      const at = place ? staying[Number(place[1])]?.at : undefined;
      if (at === undefined || refusal.body.code !== "ambiguous") return false;
      setQuestion({ at, people: first?.people ?? [] });
      return true;
    };
    if (!(await decision.send("POST", path, body, { dry: true, onRefusal: ask }))) return;
    const [namesake, error] = await firstNamesake(store, list).then(
      (question) => [question, null],
      (error) => [null, error],
    );
    if (error) return decision.fail(error);
    if (namesake) return setQuestion(namesake);
    if (await decision.send("POST", path, body)) await over(staying.length);
  };
  const write = (/** @type {string} */ what) => {
    setText(what);
    setColumns(undefined);
  };
  const over = async (/** @type {number} */ count) => {
    write("");
    setLines([]);
    await store.reload();
    store.notice.value = count > 0 ? o.players.entered(count) : o.players.allThere;
  };
  const answer = (/** @type {number} */ at, /** @type {Partial<Line>} */ what) =>
    enter(lines.map((line, n) => (n === at ? { ...line, ...what } : line)));
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    void enter(people);
  };

  return html`<form class="form panel" onSubmit=${submit}>
    <${Field}
      label=${o.players.paste}
      input="players"
      rows=${5}
      value=${text}
      set=${write}
      hint=${o.players.pasteHint}
      disabled=${question !== null}
    />
    <${Reading} list=${list} choose=${setColumns} disabled=${question !== null} />
    ${birthDates > 0 ? html`<p class="hint" role="status" data-dated=${birthDates}>${o.players.dated(birthDates)}</p>` : null}
    <${RefusalNote} refusal=${decision.refusal} />
    ${question
      ? html`<${Ask} key=${question.at} store=${store} line=${lines[question.at]} question=${question} answer=${answer} />`
      : html`<div class="controls">
          <button class="main" data-action="enter" disabled=${decision.busy || people.length === 0}>
            ${o.players.enter(people.length)}
          </button>
        </div>`}
  </form>`;
}

/** Number of names that are shown as they are read. */
const SHOWN = 3;

/**
 * The people that are read from the list, and the other meanings that its columns may have.
 * @param {{list: PeopleList, choose: (columns: Order) => void, disabled: boolean}} props
 */
function Reading({ list: { people, order, ways, nameless }, choose, disabled }) {
  const options = ways.map((way) => ({ value: way.order.join(" "), label: way.sample }));
  const at = ways.find((way) => `${way.order}` === `${order}`) ?? ways[0];
  return html`
    ${people.length > 0
      ? html`<p class="hint" role="status" data-read>
          ${o.players.read(people.slice(0, SHOWN).map((one) => one.name), people.length - SHOWN)}
        </p>`
      : null}
    ${options.length > 1 && !disabled
      ? html`<${Select}
          label=${o.players.columnsOf}
          hint=${o.players.columnsHint}
          input="columns"
          value=${at.order.join(" ")}
          set=${(/** @type {string} */ value) => choose(value.split(" ").map(Number))}
          options=${options}
        />`
      : null}
    ${nameless > 0 ? html`<p class="hint" role="status" data-nameless=${nameless}>${o.players.nameless(nameless)}</p>` : null}
  `;
}

/**
 * A person in the form in which a person is entered.
 * @param {Line} line
 */
const newcomer = ({ name, birth_date, disambiguation }) => ({ name, birth_date, disambiguation });

/**
 * The first person on the list with a name like one on record, or like one before it on the list, that the page has not asked
 * about. It is null if there is none.
 *
 * @param {Store} store
 * @param {Line[]} list
 * @returns {Promise<Question | null>}
 */
export async function firstNamesake(store, list) {
  for (const [at, line] of list.entries()) {
    if (line.isOmitted || line.other || line.same || line.isChecked) continue;
    const before = list.slice(0, at).filter((one) => !one.isOmitted && !one.same && plain(one.name) === plain(line.name));
    const people = [...(await alike(store, line.name)), ...before.map((one) => ({ ...one, id: null }))];
    if (people.length > 0) return { at, people };
    line.isChecked = true;
  }
  return null;
}

/**
 * All people on record with a name like this one, and the details that tell them apart. It ignores capitals, accents and
 * spaces.
 * @param {Store} store
 * @param {string} name
 * @returns {Promise<Alike[]>}
 */
async function alike(store, name) {
  const here = new Set((store.view.value?.players ?? []).map((one) => one.id));
  /** @type {{items: readonly api.Person[]}} */
  const { items } = await store.api.get(`/v1/players?like=${encodeURIComponent(name)}`);
  return Promise.all(
    items.map(async (one) => {
      if (here.has(one.id)) return one;
      /** @type {{items: readonly api.ChampionshipSummary[]}} */
      const { items: championships } = await store.api.get(`/v1/championships?player=${one.id}&limit=1`);
      return { ...one, where: championships[0]?.name };
    }),
  );
}

/**
 * The question about a name that others have, or about one like it.
 * @param {string} name
 * @param {readonly {name: string}[]} people
 */
export function asking(name, people) {
  const other = people.find((one) => one.name !== name);
  return other ? o.players.alike(name, other.name) : o.players.namesake(name);
}

/**
 * @param {{
 *   store: Store,
 *   line: Line,
 *   question: Question,
 *   answer: (at: number, what: Partial<Line>) => void,
 *   sameHere?: (name: string) => string,
 * }} props `sameHere`: the meaning of a choice of a person in the championship
 */
export function Ask({ store, line, question, answer, sameHere = o.players.sameHere }) {
  const [apart, setApart] = useState("");
  const here = new Set((store.view.value?.players ?? []).map((one) => one.id));
  const label = (/** @type {Alike} */ one) => {
    const name = toldApart(one);
    const person = one.birth_date ? o.players.born(name, one.birth_date) : name;
    if (one.id === null) return o.players.twice(name);
    return here.has(one.id) ? sameHere(person) : o.players.sameElsewhere(person, one.where);
  };
  const asks = asking(line.name, question.people);
  return html`<div class="ask" role="alertdialog" aria-label=${asks} data-question="namesake" data-name=${line.name}>
    <p><b>${asks}</b></p>
    <div class="list">
      ${question.people.map((one) => html`<button
        type="button"
        key=${one.id}
        data-action="same"
        onClick=${() => answer(question.at, { same: one.id ?? undefined, isOmitted: one.id === null || here.has(one.id) })}
      >${label(one)}</button>`)}
    </div>
    <${Field}
      label=${o.person.apart}
      hint=${o.person.apartHint}
      input="disambiguation"
      value=${apart}
      set=${setApart}
      maxlength="40"
    />
    <div class="list">
      <button
        type="button"
        data-action="other"
        onClick=${() => answer(question.at, { other: true, disambiguation: apart.trim() })}
      >${o.players.other}</button>
    </div>
  </div>`;
}
