/** The matches of a contest, round by round, each with the way to its table or its plays. */

import { useState } from "preact/hooks";
import { atOnce } from "../shared/contests/double.js";
import { boardLines } from "../shared/contests/boards.js";
import { displayName, headlineOf } from "../shared/contests/people.js";
import { placeOf } from "../shared/contests/place.js";
import { currentRound } from "../shared/contests/round.js";
import { k } from "../shared/contests/words.js";
import { dayAndHour, when } from "../shared/dates.js";
import { plain } from "../shared/plain.js";
import { html, pieces, sideOf } from "../shared/ui.js";
import { joinNames } from "../shared/words.js";
import { c } from "./words.js";

/** @typedef {import("../shared/types.js").Contest} Contest */
/** @typedef {import("../shared/types.js").Fixture} Fixture */
/** @typedef {import("../shared/contests/boards.js").Titles} Titles */
/** @typedef {Contest["byes"][number]} Bye */

/** Kinds of matches that send their winner on; an entrant without a rival goes on without a match. */
const GO_ON = new Set(["knockout", "final"]);

/** Matches of a round from which on a table is looked for by a name. */
const MANY = 10;
/** Matches that are shown of those with the letters that were typed. */
const SHOWN = 8;

/** @param {{contest: Contest, titles: Titles}} props */
export function Fixtures({ contest, titles }) {
  /** @type {Map<string, Fixture[]>} */
  const rounds = new Map();
  /** @type {Map<string, Bye[]>} */
  const byes = new Map();
  for (const bye of contest.byes) byes.set(placeOf(bye), [...(byes.get(placeOf(bye)) ?? []), bye]);
  for (const fixture of contest.fixtures.filter((one) => one.state !== "superseded")) {
    const name = placeOf(fixture);
    rounds.set(name, [...(rounds.get(name) ?? []), fixture]);
  }
  return inOrder([...rounds]).map(([name, fixtures]) => {
    return html`<div key=${name} class="round">
      <h4>${name}</h4>
      <ul class="rows">
        ${fixtures.map((fixture) => html`<${One} key=${fixture.id} fixture=${fixture} titles=${titles} />`)}
        ${(byes.get(name) ?? []).map((bye) => html`<li key=${bye.player.id}>
          <small>${(GO_ON.has(bye.kind) ? c.passes : c.rests)(displayName(bye.player))}</small>
        </li>`)}
      </ul>
    </div>`;
  });
}

/**
 * As they were drawn; but of a contest in rounds the last round first, where people look for their table.
 * @param {[string, Fixture[]][]} rounds
 */
const inOrder = (rounds) => (rounds.every(([, [first]]) => first.kind === "round") ? rounds.reverse() : rounds);

/**
 * Looks for a table of the current round by a name, where there are many.
 * @param {{contest: Contest, titles: Titles}} props
 */
export function FindTable({ contest, titles }) {
  const [text, setText] = useState("");
  const current = currentRound(contest);
  if (!current || current.fixtures.length < MANY) return null;
  const look = plain(text);
  const isSought = (/** @type {import("../shared/types.js").Somebody} */ one) => plain(displayName(one)).includes(look);
  const fixtures = look ? current.fixtures.filter((one) => one.entrants.some(isSought)) : [];
  const rests = look ? current.rests.filter(isSought) : [];
  return html`<div class="find no-print">
    <label>
      ${k.round(current.round)}: ${c.find}
      <input
        type="search"
        data-input="table"
        value=${text}
        onInput=${(/** @type {any} */ event) => setText(event.currentTarget.value)}
      />
    </label>
    <ul class="rows" role="status">
      ${fixtures.slice(0, SHOWN).map((fixture) => html`<${One} key=${fixture.id} fixture=${fixture} titles=${titles} />`)}
      ${rests.map((one) => html`<li key=${one.id}>${c.rests(displayName(one))}</li>`)}
      ${look && fixtures.length + rests.length === 0 ? html`<li>${c.nobody}</li>` : null}
    </ul>
  </div>`;
}

/** True once the line-ups are in view: each board has a line of its own then. @param {Fixture} fixture */
const isSeated = ({ boards = [] }) => boards.some((one) => one.players);

/** @param {{fixture: Fixture, titles: Titles}} props */
function One({ fixture, titles }) {
  const { result, match, state } = fixture;
  const about = [
    fixture.table === null || fixture.table === undefined ? "" : k.table(fixture.table),
    fixture.starts_at ? dayAndHour(new Date(fixture.starts_at)) : "",
    atOnce(fixture),
    fixture.no_show_at ? k.waitsUntil(when(fixture.no_show_at, fixture.starts_at ?? undefined)) : "",
    result?.absent?.length ? k.absent(joinNames(result.absent.map(displayName))) : "",
    result?.left?.length ? c.left(joinNames(result.left.map((seat) => displayName(fixture.entrants[seat])))) : "",
  ];
  const points = headlineOf(result);
  const way = match && state === "open" ? c.watch : match ? c.replay : "";
  const inside = html`
    <span class="names">${pieces(fixture.entrants.map(displayName), " – ")}</span>
    <small>${pieces(about)}${way ? html`<span class="no-print">${about.some(Boolean) ? " · " : ""}${way}</span>` : null}</small>
    <span class=${sideOf(points ?? [])}>
      ${points ? pieces(points, " – ") : html`<span class=${`state ${state}`}>${k.states[state]}</span>`}
    </span>
  `;
  const boards = boardLines(fixture, titles);
  const path = match ? `/${state === "open" ? "table" : "replay"}/${match}${location.search}` : null;
  return html`<li data-fixture=${fixture.id}>
    ${path ? html`<a class="row" href=${path}>${inside}</a>` : html`<div class="row">${inside}</div>`}
    ${boards.length > 0
      ? html`<small class="boards">${isSeated(fixture) ? boards.map((one) => html`<span class="board" key=${one}>${one}</span>`) : pieces(boards)}</small>`
      : null}
  </li>`;
}
