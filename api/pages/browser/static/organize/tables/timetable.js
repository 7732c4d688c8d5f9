/** The times and tables of many matches, and the choice of these matches: all, or one round. */

import { useState } from "preact/hooks";
import { versus } from "../../shared/contests/people.js";
import { html } from "../../shared/ui.js";
import { placeOf } from "../../shared/contests/place.js";
import { DoubleBookings } from "../double.js";
import { Field, RefusalNote, Select, useDecision } from "../form.js";
import { stillDouble } from "../play/model/double.js";
import { tablesIn, timetable } from "../play/model/timetable.js";
import { moment, o } from "../words.js";

/** @import * as api from "openapi" */
/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../../shared/types.js").Fixture} Fixture */

/** Time of a match in a contest without an agreed one. The service takes the same. */
const USUAL_SECONDS = 3600;
const MINUTE_MS = 60_000;
export const ALL = "";

/**
 * The choice of matches: all, or those of one round.
 * @param {{fixtures: readonly Fixture[], input: string, place: string, choose: (place: string) => void}} props
 */
export function Which({ fixtures, input, place, choose }) {
  const places = [...new Set(fixtures.map((one) => placeOf(one)))];
  if (places.length < 2) return null;
  return html`<${Select}
    label=${o.many.which}
    input=${input}
    value=${place}
    set=${choose}
    options=${[{ value: ALL, label: o.many.all(fixtures.length) }, ...places.map((one) => ({ value: one, label: one }))]}
  />`;
}

/** @param {readonly Fixture[]} fixtures @param {string} place */
export const ofPlace = (fixtures, place) => fixtures.filter((one) => place === ALL || placeOf(one) === place);

/** @param {{store: Store, contest: import("../store.js").Contest, fixtures: readonly Fixture[]}} props */
export function Timetable({ store, contest, fixtures }) {
  const lasts = Math.ceil((contest.timing?.match_seconds ?? USUAL_SECONDS) / 60);
  const [place, setPlace] = useState(ALL);
  const [from, setFrom] = useState("");
  const [every, setEvery] = useState(String(lasts));
  const [tables, setTables] = useState("");
  const [storedCount, setStoredCount] = useState(0);
  const [working, setWorking] = useState(false);
  const [warnings, setWarnings] = useState(/** @type {readonly api.DoubleBooking[]} */ ([]));
  const decision = useDecision(store);
  const ofThisPlace = ofPlace(fixtures, place);
  const slots = from && Number(every) > 0 ? timetable(ofThisPlace, Number(every), tablesIn(tables)) : [];
  const starts = (/** @type {number} */ minutes) => new Date(new Date(from).getTime() + minutes * MINUTE_MS).toISOString();
  const storeAll = async (/** @type {Event} */ event) => {
    event.preventDefault();
    setStoredCount(0);
    setWarnings([]);
    setWorking(true);
    for (const [n, { fixture, minutes, table }] of slots.entries()) {
      const body = { starts_at: starts(minutes), table: /^\d+$/.test(table) ? Number(table) : table };
      const answer = await decision.send("PUT", `/v1/fixtures/${fixture}/schedule`, body);
      if (!answer) break;
      setStoredCount(n + 1);
      setWarnings((doubles) => stillDouble(doubles, fixture, answer.warnings));
    }
    await store.reload();
    setWorking(false);
  };
  return html`<details class="panel" data-open="timetable">
    <summary>${o.many.timetable}</summary>
    <form class="form" onSubmit=${storeAll}>
      <p>${o.many.timetableMeans}</p>
      <${Which} fixtures=${fixtures} input="timetable.round" place=${place} choose=${setPlace} />
      <${Field} label=${o.many.from} input="timetable.from" type="datetime-local" value=${from} set=${setFrom} />
      <${Field}
        label=${o.many.every}
        input="timetable.every"
        type="number"
        inputmode="numeric"
        min="1"
        max="1440"
        value=${every}
        set=${setEvery}
        hint=${o.many.everyHint(lasts)}
      />
      <${Field}
        label=${o.many.tables}
        input="timetable.tables"
        value=${tables}
        set=${setTables}
        hint=${o.many.tablesHint}
        maxlength="200"
      />
      ${slots.length > 0
        ? html`
            <h3>${o.many.preview}</h3>
            <ul class="rows" data-list="timetable">
              ${slots.map((one) => html`<li key=${one.fixture} class="row">
                <div>
                  <b>${versus(ofThisPlace.find((fixture) => fixture.id === one.fixture)?.entrants ?? [])}</b>
                  <small>${moment(starts(one.minutes))} · ${o.many.table(one.table)}</small>
                </div>
              </li>`)}
            </ul>
          `
        : null}
      <${RefusalNote} refusal=${decision.refusal} />
      ${storedCount > 0 && !working
        ? html`<p class="good" role="status">${o.many.stored(storedCount, slots.length)}</p>
            <${DoubleBookings} warnings=${warnings} />`
        : null}
      <div class="controls">
        <button class="main" data-action="timetable" disabled=${working || slots.length === 0}>
          ${o.many.store(slots.length)}
        </button>
      </div>
    </form>
  </details>`;
}
