/** A hand as one sheet: a row a trick or a turn, a column a seat. On the page each cell leads to its step. */

import { html } from "../shared/ui.js";
import { nameIn, sideIn, sidesOf } from "../shared/match.js";
import { capital, langOf, textOf, w } from "../shared/words.js";
import { sentence } from "./account.js";
import { r } from "./words.js";

/** @typedef {import("./store.js").Replay} Replay */
/** @typedef {import("../shared/types.js").MatchView} MatchView */
/** @typedef {import("../shared/types.js").Audit["hands"][number]} Sheet */
/** @typedef {Sheet["rows"][number]} Row */
/** @typedef {NonNullable<Row["cells"][number]>} Cell */

/** Letters of the longest word that fits in each of four columns on a phone. */
const WIDEST = 11;

/**
 * The sheets of a hand: one, or several if it was dealt again.
 * @param {Replay} replay
 * @param {number} hand
 */
export const sheetsOf = (replay, hand) => (replay.audit.value?.hands ?? []).filter((one) => one.hand === hand);

/**
 * A sheet in two parts of the same length: the first with the heading, the second with the totals.
 * @param {Sheet} sheet
 * @returns {Sheet[]}
 */
export function halvesOf(sheet) {
  if (sheet.rows.length < 2) return [sheet];
  const middle = Math.ceil(sheet.rows.length / 2);
  return [
    { ...sheet, rows: sheet.rows.slice(0, middle), totals: null },
    { ...sheet, rows: sheet.rows.slice(middle), dealer: null, heading: null, counted: false },
  ];
}

/** @param {{replay: Replay}} props */
export function SheetOnPage({ replay }) {
  if (!replay.audit.value) return null;
  const sheets = sheetsOf(replay, replay.hand.value);
  return html`<section class="sheet-view" aria-label=${r.sheet}>
    <h2>${r.sheet}</h2>
    ${sheets.length === 0 ? html`<p class="hint">${r.noSheet}</p>` : null}
    ${sheets.map((sheet, i) => html`<${Rows} key=${i} replay=${replay} sheet=${sheet} isLinked=${true} />`)}
    ${replay.audit.value.legend ? html`<p class="hint" lang=${langOf(replay.audit.value.legend)}>${textOf(replay.audit.value.legend)}</p>` : null}
    <${Chance} replay=${replay} hand=${replay.hand.value} />
  </section>`;
}

/**
 * True if a name has a word that is too long for any column. Such a name is broken at any letter, all others between words
 * only.
 * @param {string} name
 */
const isLong = (name) => name.split(/\s+/).some((word) => word.length > WIDEST);

/**
 * The seeds of a hand.
 * @param {import("../shared/types.js").Audit} audit
 * @param {number} hand
 */
export const seedsOf = (audit, hand) => audit.seeds.filter((one) => one.hand === hand);

/**
 * The source of a seed, in words.
 * @param {import("../shared/types.js").Audit["seeds"][number]} seed
 */
export const seedBy = (seed) => r.seedBy[seed.source ?? "unknown"];

/**
 * The decisions of chance in a hand, and the way to check them. Commitments that no hand opened stand with the last hand.
 *
 * @param {{replay: Replay, hand: number}} props
 */
function Chance({ replay, hand }) {
  const audit = /** @type {import("../shared/types.js").Audit} */ (replay.audit.value);
  const seeds = seedsOf(audit, hand);
  const left = audit.commitments.filter((one) => (hand === replay.view.value?.hand ? one.state !== "opened" : false));
  if (seeds.length + left.length === 0) return null;
  return html`<div class="chance">
    <h3>${r.chance}</h3>
    ${seeds.map((one) => html`<details key=${one.version} data-seed=${one.version} data-fits=${String(one.fits)}>
      <summary>
        ${one.version === 1 ? r.firstDealer : seedBy(one)}
        : ${r.asSeed[/** @type {"true" | "false"} */ (String(one.fits))]}
      </summary>
      <p lang=${langOf(one.text)}>${capital(textOf(one.text))}</p>
    </details>`)}
    ${left.map((one) => html`<p key=${one.version} class="hint" lang=${langOf(one.text)} data-commitment=${one.version}>${capital(textOf(one.text))}</p>`)}
  </div>`;
}

/** @param {{replay: Replay, sheet: Sheet, isLinked: boolean}} props */
export function Rows({ replay, sheet, isLinked }) {
  const view = /** @type {MatchView} */ (replay.view.value);
  const about = [sheet.dealer === null ? "" : r.dealer(replay.name(sheet.dealer)), sheet.heading ? textOf(sheet.heading) : ""]
    .filter(Boolean)
    .join(" · ");
  return html`
    ${about ? html`<p>${about}</p>` : null}
    ${sheet.counted ? html`<p>${r.counted}</p>` : null}
    <table class="rows">
      <thead>
        <tr>
          ${view.seats.map((one) => html`<th key=${one.seat} scope="col" class=${isLong(nameIn(view, one.seat)) ? "long-word" : ""}>
            ${nameIn(view, one.seat)}
          </th>`)}
        </tr>
      </thead>
      <tbody>
        ${sheet.rows.map((row, i) => html`<tr key=${i}>
          ${row.note ? html`<${Note} replay=${replay} row=${row} isLinked=${isLinked} />` : row.cells.map((cell, seat) => html`<td
            key=${seat}
          >${cell ? html`<${Move} replay=${replay} cell=${cell} seat=${seat} isLinked=${isLinked} />` : null}</td>`)}
        </tr>`)}
      </tbody>
    </table>
    ${sheet.totals
      ? html`<p class="totals">
          ${sidesOf(view).map((side) => html`<span key=${side}>
            <b>${sideIn(view, side)}</b> ${sheet.points ? `${sheet.points[side] < 0 ? "" : "+"}${sheet.points[side]} = ` : ""}
            ${sheet.totals?.[side]}
          </span>`)}
        </p>`
      : null}
  `;
}

/** @param {{replay: Replay, cell: Cell, seat: number, isLinked: boolean}} props */
function Move({ replay, cell, seat, isLinked }) {
  const isBroken = cell.breaches.length > 0;
  const words = html`
    ${cell.text}
    ${cell.won ? html`<span class="won" title=${r.won}>\u00a0▲<span class="unseen">${r.won}</span></span>` : null}
    ${isBroken ? html`<span class="wrong">\u00a0✗<span class="unseen">${r.broken}</span></span>` : null}
  `;
  const acts = replay.step.value?.event.seat ?? seat;
  const here = acts === seat && cell.version <= replay.at.value && replay.at.value <= Math.max(cell.version, cell.last);
  return isLinked
    ? html`<${Link} replay=${replay} version=${cell.version} here=${here} isBroken=${isBroken}>${words}<//>`
    : html`<span class=${isBroken ? "broken" : ""}>${words}</span>`;
}

/** @param {{replay: Replay, row: Row, isLinked: boolean}} props */
function Note({ replay, row, isLinked }) {
  const view = /** @type {MatchView} */ (replay.view.value);
  const note = /** @type {any} */ (row.note);
  const actor = [note.seat, note.by].find((one) => typeof one === "number");
  const statement = row.sentence
    ? actor === undefined
      ? capital(textOf(row.sentence))
      : `${replay.name(actor)} ${textOf(row.sentence)}`
    : sentence(replay, note);
  const words = [statement, note.reason, note.text].filter(Boolean).join(" · ");
  return html`<td colspan=${view.seats.length} class="note">
    ${isLinked
      ? html`<${Link} replay=${replay} version=${note.version} here=${note.version === replay.at.value}>${words}<//>`
      : words}
  </td>`;
}

/** @param {{replay: Replay, version: number, here: boolean, isBroken?: boolean, children?: any}} props */
function Link({ replay, version, here, isBroken = false, children }) {
  const go = (/** @type {MouseEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void replay.go(version);
  };
  return html`<a
    href=${`?step=${version}`}
    class=${isBroken ? "broken" : ""}
    data-to=${version}
    aria-current=${here ? "step" : undefined}
    onClick=${go}
  >${children}</a>`;
}
