/** A hand as one sheet: a row a trick or a turn, a column a seat. On the page each cell leads to its step; on paper a hand is a page. */

import { html } from "../shared/ui.js";
import { nameIn, sideIn, sidesOf } from "../shared/match.js";
import { capital, told, w } from "../shared/words.js";
import { infractions, moment, proof } from "./told.js";
import { r } from "./words.js";

/** @typedef {import("./store.js").Replay} Replay */
/** @typedef {import("../shared/types.js").MatchView} MatchView */
/** @typedef {import("../shared/types.js").Audit["hands"][number]} Sheet */
/** @typedef {Sheet["rows"][number]} Row */
/** @typedef {NonNullable<Row["cells"][number]>} Cell */

/** Letters of the longest word for which each of four columns has room on a phone. */
const WIDEST = 11;
/** More lines than these are set in columns on paper, and more than those in small type too. */
const LONG = 16;
const LONGER = 36;

/**
 * The sheets of a hand: one, or several where it was dealt again.
 * @param {Replay} replay
 * @param {number} hand
 */
const sheetsOf = (replay, hand) => (replay.audit.value?.hands ?? []).filter((one) => one.hand === hand);

/** @param {{replay: Replay}} props */
export function SheetOnPage({ replay }) {
  if (!replay.audit.value) return null;
  const sheets = sheetsOf(replay, replay.hand.value);
  return html`<section class="sheet-view" aria-label=${r.sheet}>
    <h2>${r.sheet}</h2>
    ${sheets.length === 0 ? html`<p class="hint">${r.noSheet}</p>` : null}
    ${sheets.map((sheet, i) => html`<${Rows} key=${i} replay=${replay} sheet=${sheet} linked=${true} />`)}
    ${replay.audit.value.legend ? html`<p class="hint">${told(replay.audit.value.legend)}</p>` : null}
  </section>`;
}

/**
 * Whether a name has a word that no column has room for: it is broken wherever its line ends, all others between words only.
 * @param {string} name
 */
const isLong = (name) => name.split(/\s+/).some((word) => word.length > WIDEST);

/** @param {{replay: Replay, sheet: Sheet, linked: boolean}} props */
function Rows({ replay, sheet, linked }) {
  const view = /** @type {MatchView} */ (replay.view.value);
  const about = [sheet.dealer === null ? "" : r.dealer(replay.name(sheet.dealer)), sheet.heading ? told(sheet.heading) : ""].filter(Boolean).join(" · ");
  return html`${about ? html`<p>${about}</p>` : null}
    ${sheet.counted ? html`<p>${r.counted}</p>` : null}
    <table class="rows">
      <thead><tr>${view.seats.map((one) => html`<th key=${one.seat} scope="col" class=${isLong(nameIn(view, one.seat)) ? "long-word" : ""}>${nameIn(view, one.seat)}</th>`)}</tr></thead>
      <tbody>${sheet.rows.map((row, i) => html`<tr key=${i}>${row.note ? html`<${Note} replay=${replay} row=${row} linked=${linked} />` : row.cells.map((cell, seat) => html`<td key=${seat}>${cell ? html`<${Move} replay=${replay} cell=${cell} seat=${seat} linked=${linked} />` : null}</td>`)}</tr>`)}</tbody>
    </table>
    ${sheet.totals ? html`<p class="totals">${sidesOf(view).map((side) => html`<span key=${side}><b>${sideIn(view, side)}</b> ${sheet.points ? `+${sheet.points[side]} = ` : ""}${sheet.totals?.[side]}</span>`)}</p>` : null}`;
}

/** @param {{replay: Replay, cell: Cell, seat: number, linked: boolean}} props */
function Move({ replay, cell, seat, linked }) {
  const broken = cell.breaches.length > 0;
  const words = html`${cell.text}${cell.won ? html`<span class="won" title=${r.won}> ▲<span class="unseen">${r.won}</span></span>` : null}${broken ? html`<span class="wrong"> ✗<span class="unseen">${r.broken}</span></span>` : null}`;
  const acts = replay.step.value?.event.seat ?? seat;
  const here = acts === seat && cell.version <= replay.at.value && replay.at.value <= Math.max(cell.version, cell.last);
  return linked ? html`<${Link} replay=${replay} version=${cell.version} here=${here} broken=${broken}>${words}<//>` : html`<span class=${broken ? "broken" : ""}>${words}</span>`;
}

/** @param {{replay: Replay, row: Row, linked: boolean}} props */
function Note({ replay, row, linked }) {
  const view = /** @type {MatchView} */ (replay.view.value);
  const note = /** @type {any} */ (row.note);
  const who = [note.seat, note.by].find((one) => typeof one === "number");
  const does = row.sentence ? told(row.sentence) : replay.does(note);
  const said = note.type === "ruling" ? r.ruling[/** @type {"true" | "false"} */ (String(note.upheld))] : who === undefined ? capital(does) : `${replay.name(who)}${row.sentence ? "" : ":"} ${does}`;
  const words = [said, note.reason, note.text].filter(Boolean).join(" · ");
  return html`<td colspan=${view.seats.length} class="note">${linked ? html`<${Link} replay=${replay} version=${note.version} here=${note.version === replay.at.value}>${words}<//>` : words}</td>`;
}

/** @param {{replay: Replay, version: number, here: boolean, broken?: boolean, children?: any}} props */
function Link({ replay, version, here, broken = false, children }) {
  const go = (/** @type {MouseEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void replay.go(version);
  };
  return html`<a href=${`?step=${version}`} class=${broken ? "broken" : ""} data-to=${version} aria-current=${here ? "step" : undefined} onClick=${go}>${children}</a>`;
}

/**
 * The hands on paper, a page each. Nothing of it is seen on the screen.
 * @param {{replay: Replay, hands: number[]}} props
 */
export function Paper({ replay, hands }) {
  const audit = replay.audit.value;
  if (!audit) return html`<p class="paper">${w.loading}</p>`;
  return html`<div class="paper">${hands.map((hand) => html`<${PaperHand} key=${hand} replay=${replay} hand=${hand} />`)}</div>`;
}

/** @param {{replay: Replay, hand: number}} props */
function PaperHand({ replay, hand }) {
  const view = /** @type {MatchView} */ (replay.view.value);
  const audit = /** @type {import("../shared/types.js").Audit} */ (replay.audit.value);
  const sheets = sheetsOf(replay, hand);
  const versions = new Set(sheets.flatMap((one) => one.rows.flatMap(versionsIn)));
  const broken = infractions(view).filter((one) => versions.has(one.version));
  const claims = view.claims.filter((one) => versions.has(one.at));
  const lines = sheets.reduce((sum, one) => sum + one.rows.length, 0) + broken.length + claims.length;
  const opening = replay.opening.value;
  const about = [opening ? moment(opening.recorded_at) : "", opening?.table ?? "", view.seats.map((one) => nameIn(view, one.seat)).join(", ")].filter(Boolean);
  return html`<section class=${`paper-hand ${lines > LONGER ? "longer" : lines > LONG ? "long" : ""}`} data-paper=${hand}>
    <header><h2>${replay.ruleset.value ? told(replay.ruleset.value.title) : ""} · ${r.handOf(hand, view.hand)}</h2><p>${about.join(" · ")}</p></header>
    <div class="columns">${sheets.map((sheet, i) => html`<${Rows} key=${i} replay=${replay} sheet=${sheet} linked=${false} />`)}</div>
    <h3>${r.rules}</h3>
    ${broken.length === 0 ? html`<p>${r.noneBroken}</p>` : null}
    ${[...new Set(broken.map((one) => one.code))].map((code) => html`<${Breaches} key=${code} replay=${replay} code=${code} broken=${broken.filter((one) => one.code === code)} />`)}
    ${claims.length > 0 ? html`<h3>${r.claims}</h3>${claims.map((one) => html`<p key=${one.claim}><b>${w.claim.status[one.status]}.</b> ${w.claim.says(replay.name(one.by), w.claim.kinds[one.kind] ?? one.kind, replay.name(one.against))} (${r.play(one.at)})</p>`)}` : null}
    <footer>${audit.legend ? html`<p>${told(audit.legend)} · ▲ ${r.won} · ✗ ${r.broken}</p>` : html`<p>▲ ${r.won} · ✗ ${r.broken}</p>`}<p>${r.record} ${replay.match} · ${r.play(audit.version)}${audit.chain.head ? ` · ${audit.chain.head.slice(0, 16)}` : ""} · ${location.origin}${location.pathname}?step=${Math.min(...versions, view.version)}</p></footer>
  </section>`;
}

/**
 * A rule once, with everything that broke it.
 * @param {{replay: Replay, code: string, broken: import("../shared/types.js").Infraction[]}} props
 */
function Breaches({ replay, code, broken }) {
  const clause = replay.clause(code);
  return html`<div class="breaches">
    <p>${clause ? told(/** @type {any} */ (clause)) : ""} <small><code>${code}</code></small></p>
    <ul>${broken.map((one) => html`<li key=${`${one.version}${one.seat}`}><b>${replay.name(one.seat)}</b>, ${r.play(one.version)}. ${r.status[one.status]}${one.proven_at !== null && one.proven_at !== one.version ? ` (${r.play(one.proven_at)})` : ""}. ${proof(replay, one)}</li>`)}</ul>
  </div>`;
}

/** @param {Row} row */
function versionsIn(row) {
  if (row.note) return [row.note.version];
  return row.cells.flatMap((cell) => (cell ? Array.from({ length: Math.max(cell.last, cell.version) - cell.version + 1 }, (_, i) => cell.version + i) : []));
}
