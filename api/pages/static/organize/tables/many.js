/** Many matches at once: when and where they are played, and the codes of all their tables in one print. */

import { useState } from "preact/hooks";
import { versus } from "../../shared/contests/people.js";
import { html } from "../../shared/ui.js";
import { placeOf } from "../contests/draw.js";
import { Field, Refused, Select, useDecision } from "../form.js";
import { tablesIn, timetable } from "../play/model/timetable.js";
import { moment, o } from "../words.js";
import { tableKey } from "./key.js";
import { printSheets } from "./paper.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../store.js").Contest} Contest */
/** @typedef {import("../../shared/types.js").Fixture} Fixture */

const EVERY_MINUTES = 45;
const MINUTE_MS = 60_000;
const ALL = "";

/** @param {{store: Store, contest: Contest}} props */
export function Many({ store, contest }) {
  const left = contest.fixtures.filter((one) => (one.state === "open" || one.state === "pending") && one.entrants.length > 1);
  if (left.length < 2) return null;
  return html`<${Timetable} store=${store} fixtures=${left} />
    ${store.rights.value?.organizer ? html`<${Codes} store=${store} contest=${contest} fixtures=${left} />` : null}`;
}

/**
 * Which of them are meant: all, or those of one round.
 * @param {{fixtures: readonly Fixture[], input: string, place: string, choose: (place: string) => void}} props
 */
function Which({ fixtures, input, place, choose }) {
  const places = [...new Set(fixtures.map((one) => placeOf(one)))];
  if (places.length < 2) return null;
  return html`<${Select} label=${o.many.which} input=${input} value=${place} set=${choose} options=${[{ value: ALL, label: o.many.all(fixtures.length) }, ...places.map((one) => ({ value: one, label: one }))]} />`;
}

/** @param {readonly Fixture[]} fixtures @param {string} place */
const ofPlace = (fixtures, place) => fixtures.filter((one) => place === ALL || placeOf(one) === place);

/** @param {{store: Store, fixtures: readonly Fixture[]}} props */
function Timetable({ store, fixtures }) {
  const [place, setPlace] = useState(ALL);
  const [from, setFrom] = useState("");
  const [every, setEvery] = useState(String(EVERY_MINUTES));
  const [tables, setTables] = useState("");
  const [done, setDone] = useState(0);
  const [working, setWorking] = useState(false);
  const decision = useDecision(store);
  const chosen = ofPlace(fixtures, place);
  const slots = from && Number(every) > 0 ? timetable(chosen, Number(every), tablesIn(tables)) : [];
  const starts = (/** @type {number} */ minutes) => new Date(new Date(from).getTime() + minutes * MINUTE_MS).toISOString();
  const storeAll = async (/** @type {Event} */ event) => {
    event.preventDefault();
    setDone(0);
    setWorking(true);
    for (const [n, { fixture, minutes, table }] of slots.entries()) {
      const body = { starts_at: starts(minutes), table: /^\d+$/.test(table) ? Number(table) : table };
      if (!(await decision.send("PUT", `/v1/fixtures/${fixture}/schedule`, body))) break;
      setDone(n + 1);
    }
    await store.reload();
    setWorking(false);
  };
  return html`<details class="panel" data-open="timetable"><summary>${o.many.timetable}</summary>
    <form class="form" onSubmit=${storeAll}>
      <p>${o.many.timetableMeans}</p>
      <${Which} fixtures=${fixtures} input="timetable.round" place=${place} choose=${setPlace} />
      <${Field} label=${o.many.from} input="timetable.from" type="datetime-local" value=${from} set=${setFrom} />
      <${Field} label=${o.many.every} input="timetable.every" type="number" inputmode="numeric" min="1" max="1440" value=${every} set=${setEvery} />
      <${Field} label=${o.many.tables} input="timetable.tables" value=${tables} set=${setTables} hint=${o.many.tablesHint} maxlength="200" />
      ${slots.length > 0
        ? html`<h3>${o.many.preview}</h3>
            <ul class="rows" data-list="timetable">${slots.map((one) => html`<li key=${one.fixture} class="row"><div><b>${versus(chosen.find((fixture) => fixture.id === one.fixture)?.entrants ?? [])}</b><small>${moment(starts(one.minutes))} · ${o.many.table(one.table)}</small></div></li>`)}</ul>`
        : null}
      <${Refused} refusal=${decision.refusal} />
      ${done > 0 && !working ? html`<p class="good" role="status">${o.many.stored(done, slots.length)}</p>` : null}
      <div class="controls"><button class="main" data-action="timetable" disabled=${working || slots.length === 0}>${o.many.store(slots.length)}</button></div>
    </form>
  </details>`;
}

/** @param {{store: Store, contest: Contest, fixtures: readonly Fixture[]}} props */
function Codes({ store, contest, fixtures }) {
  const [place, setPlace] = useState(ALL);
  const [sheets, setSheets] = useState(/** @type {import("./paper.js").TableSheet[]} */ ([]));
  const [working, setWorking] = useState(false);
  const decision = useDecision(store);
  const choose = (/** @type {string} */ other) => {
    setPlace(other);
    setSheets([]);
  };
  const chosen = ofPlace(fixtures, place);
  const closed = chosen.filter((one) => !one.match).length;
  const make = async () => {
    const made = [];
    setWorking(true);
    for (const fixture of chosen) {
      const match = fixture.match ?? (await decision.send("POST", "/v1/matches", { fixture: fixture.id }))?.id;
      const key = match && (await decision.send("POST", "/v1/tokens", tableKey(match)));
      if (!key) break;
      made.push({ fixture, address: `${location.origin}/table/${match}#token=${key.token}`, until: key.expires });
    }
    setSheets(made);
    await store.reload();
    setWorking(false);
  };
  return html`<details class="panel" data-open="codes"><summary>${o.many.codes}</summary>
    <div class="form">
      <p>${o.many.codesMean}</p>
      <${Which} fixtures=${fixtures} input="codes.round" place=${place} choose=${choose} />
      ${closed > 0 && sheets.length === 0 ? html`<p class="hint">${o.many.opens(closed)}</p>` : null}
      <${Refused} refusal=${decision.refusal} />
      ${sheets.length > 0 ? html`<p class="good" role="status">${o.many.made(sheets.length)}</p>` : null}
      <div class="controls">
        ${sheets.length > 0 && !working
          ? html`<button type="button" class="main" data-action="print-codes" onClick=${() => printSheets(`${store.view.value?.name ?? ""} · ${store.title(contest.ruleset)}`, sheets)}>${o.many.print(sheets.length)}</button>`
          : html`<button type="button" class="main" data-action="make-codes" disabled=${working || chosen.length === 0} onClick=${make}>${o.many.make(chosen.length)}</button>`}
      </div>
    </div>
  </details>`;
}
