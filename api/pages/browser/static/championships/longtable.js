/** A table of a contest on the page: all of it where it is short, else a part of it, with the ways to the others and to a name. */

import { useEffect, useRef, useState } from "preact/hooks";
import { displayName } from "../shared/contests/people.js";
import { addressOf, isPart, LONGEST, partPath, ROWS, tableAt } from "../shared/contests/parts.js";
import { GeneralTable, StandingsTable } from "../shared/contests/standings.js";
import { k } from "../shared/contests/words.js";
import { plain } from "../shared/plain.js";
import { html } from "../shared/ui.js";
import { api } from "./first.js";
import { c } from "./words.js";

/** @typedef {import("../shared/types.js").Contest} Contest */
/** @typedef {import("../shared/types.js").Somebody} Somebody */
/** @typedef {import("../shared/types.js").Standings} Standings */
/** @typedef {ReturnType<typeof import("../shared/contests/standings.js").captionedTables>[number]} Table */
/** @typedef {{cursor: string} | {player: string}} Place the first row of a part, or the person in its middle */
/** @typedef {(one: Somebody) => any} Person draws a name */
/**
 * @template [T=Table["rows"][number]]
 * @typedef {{rows: readonly T[], before: number, total: number, previous: string | null, next: string | null}} RowsPart
 */

/** The most people of those with the letters that were typed. */
const FOUND = 8;
const FIRST = /** @type {Place} */ ({ cursor: "0" });

/**
 * A part of a table that is here; all of it where it is short.
 * @template {{player: Somebody}} T
 * @param {readonly T[]} rows
 * @param {Place} place
 * @returns {RowsPart<T>}
 */
function partOf(rows, place) {
  const total = rows.length;
  if (total <= LONGEST) return { rows, before: 0, total, previous: null, next: null };
  const before =
    "player" in place
      ? Math.min(Math.max(0, rows.findIndex((row) => row.player.id === place.player) - ROWS / 2), total - ROWS)
      : Number(place.cursor);
  const end = Math.min(before + ROWS, total);
  return {
    rows: rows.slice(before, end),
    before,
    total,
    previous: before > 0 ? String(Math.max(0, before - ROWS)) : null,
    next: end < total ? String(end) : null,
  };
}

/**
 * The part of a table that the reader looks at. null: not read yet.
 * @param {Contest} contest
 * @param {Standings} standings
 * @param {Table} table
 * @param {Place} place
 * @returns {{part: RowsPart | null, trouble: string}}
 */
function usePart(contest, standings, table, place) {
  const [answer, setAnswer] = useState(/** @type {Standings | null} */ (null));
  const [trouble, setTrouble] = useState("");
  const asks = isPart(standings);
  const isFirst = "cursor" in place && place.cursor === "0" && table.rows.length > 0;
  const address = addressOf(standings, table.rows);
  const path = asks && !isFirst ? partPath(contest.id, address, place) : null;
  useEffect(() => {
    let isLate = false;
    setTrouble("");
    if (path === null) return undefined;
    api.again(path).then(
      (/** @type {Standings} */ one) => void (isLate || setAnswer(one)),
      (/** @type {any} */ error) => void (isLate || setTrouble(error.status === 404 ? c.long.noRow : k.noAnswer)),
    );
    return () => void (isLate = true);
  }, [path, standings.version]);
  if (!asks) return { part: partOf(table.rows, place), trouble };
  const read = isFirst ? standings : answer;
  if (!read) return { part: null, trouble };
  const { before = 0, total = 0, previous = null, next = null } = read;
  return { part: { rows: tableAt(read, address), before, total, previous, next }, trouble };
}

/**
 * @param {{contest: Contest, standings: Standings, table: Table, label: string, person: Person}
 *   & Omit<Parameters<typeof StandingsTable>[0], "rows">} props
 */
export function LongTable({ contest, standings, table, label, person, ...looks }) {
  const [place, setPlace] = useState(FIRST);
  const { part, trouble } = usePart(contest, standings, table, place);
  if (!part) return html`<p role="status">${trouble || k.opening}</p>`;
  return html`<${InParts}
    people=${isPart(standings) ? contest.entrants : table.rows.map((row) => row.player)}
    part=${part}
    trouble=${trouble}
    place=${place}
    go=${setPlace}
    label=${label}
    person=${person}
    draw=${(/** @type {Person} */ withMark) => html`<${StandingsTable} ...${looks} rows=${part.rows} person=${withMark} />`}
  />`;
}

/** The general table of the championship. @param {{rows: readonly import("../shared/types.js").GeneralRow[], person: Person}} props */
export function LongGeneral({ rows, person }) {
  const [place, setPlace] = useState(FIRST);
  const part = partOf(rows, place);
  return html`<${InParts}
    people=${rows.map((row) => row.player)}
    part=${part}
    trouble=""
    place=${place}
    go=${setPlace}
    label=${k.general}
    person=${person}
    draw=${(/** @type {Person} */ withMark) => html`<${GeneralTable} rows=${part.rows} caption="" person=${withMark} />`}
  />`;
}

/**
 * A table with the ways to its other parts and to a name, where it has any.
 * @param {{
 *   people: readonly Somebody[],
 *   part: RowsPart<unknown>,
 *   trouble: string,
 *   place: Place,
 *   go: (place: Place) => void,
 *   label: string,
 *   person: Person,
 *   draw: (person: Person) => any,
 * }} props
 */
function InParts({ people, part, trouble, place, go, label, person, draw }) {
  const region = useRef(/** @type {HTMLElement | null} */ (null));
  const sought = "player" in place ? place.player : "";
  useEffect(() => {
    if (sought) region.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "center" });
  }, [sought, part.before]);
  const isLong = part.total > part.rows.length;
  const withMark = (/** @type {Somebody} */ one) => (one.id === sought ? html`<span aria-current="true">${person(one)}</span>` : person(one));
  return html`
    ${isLong ? html`<${FindRow} people=${people} find=${(/** @type {string} */ player) => go({ player })} />` : null}
    <div ref=${region} class="scroll" tabindex="0" role="region" aria-label=${label}>${draw(withMark)}</div>
    ${trouble ? html`<p class="trouble" role="status">${trouble}</p>` : null}
    ${isLong ? html`<${Ways} part=${part} go=${(/** @type {string} */ cursor) => go({ cursor })} />` : null}
  `;
}

/** @param {{part: RowsPart<unknown>, go: (cursor: string) => void}} props */
function Ways({ part, go }) {
  const way = (/** @type {string} */ name, /** @type {string | null} */ cursor) => html`<button
    type="button"
    data-way=${name}
    disabled=${cursor === null}
    onClick=${() => go(cursor ?? "0")}
  >${c.long[/** @type {"previous" | "next"} */ (name)]}</button>`;
  return html`<nav class="turns no-print" aria-label=${k.standings}>
    ${way("previous", part.previous)}
    <span role="status">${c.long.rows(part.before + 1, part.before + part.rows.length, part.total)}</span>
    ${way("next", part.next)}
  </nav>`;
}

/** @param {{people: readonly Somebody[], find: (id: string) => void}} props */
function FindRow({ people, find }) {
  const [text, setText] = useState("");
  const look = plain(text);
  const matches = look ? people.filter((one) => plain(displayName(one)).includes(look)) : [];
  return html`<div class="find no-print">
    <label>
      ${c.long.find}
      <input
        type="search"
        data-input="row"
        value=${text}
        onInput=${(/** @type {any} */ event) => setText(event.currentTarget.value)}
      />
    </label>
    <ul class="rows" role="status">
      ${matches.slice(0, FOUND).map((one) => html`<li key=${one.id}>
        <button
          type="button"
          data-find=${one.id}
          onClick=${() => {
            setText("");
            find(one.id);
          }}
        >${displayName(one)}</button>
      </li>`)}
      ${look && matches.length === 0 ? html`<li>${c.long.nobody}</li>` : null}
    </ul>
  </div>`;
}
