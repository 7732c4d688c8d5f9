/** An encounter of teams, or a table with the same deals: each board or hand by figures, a correction, or a missing side. */

import { useState } from "preact/hooks";
import { boardPointsSoFar, seatsOf } from "../../shared/contests/boards.js";
import { nameOf } from "../../shared/contests/name.js";
import { headlineOf } from "../../shared/contests/people.js";
import { html, pieces } from "../../shared/ui.js";
import { joinNames } from "../../shared/words.js";
import { Absence, Figures } from "../play/result.js";
import { p } from "../play/words.js";
import { HandsForm } from "./hands.js";
import { LineupForm, Lineups } from "./lineups.js";
import { BoardMatch } from "./match.js";
import { SubstituteForm } from "./substitute.js";
import { t } from "./words.js";

/** @import * as api from "openapi" */
/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../play/result.js").Props} Props */

/** @param {Props} props */
export function BoardsForm({ store, contest, fixture, tables, onDone }) {
  const [number, setNumber] = useState(/** @type {number | null} */ (null));
  const [team, setTeam] = useState(/** @type {import("../../shared/types.js").Somebody | null} */ (null));
  const boards = fixture.boards ?? [];
  const board = boards.find((one) => one.board === number);
  const isOpen = boards.some((one) => one.state === "pending" || one.state === "open");
  const isFirst = boards.every((one) => one.state === "pending");
  // The sheet stays while a board waits: whoever enters one has the next at hand.
  const finish = (/** @type {string} */ notice) => {
    store.notice.value = notice;
    if (boards.some((one) => one !== board && one.state === "pending")) setNumber(null);
    else onDone(notice);
  };
  const titleOfBoard = (/** @type {api.BoardView} */ one) => nameOf(one, titlesOf(store));
  const stay = (/** @type {string} */ notice) => {
    store.notice.value = notice;
    setNumber(null);
    setTeam(null);
  };
  if (team)
    return html`
      <${LineupForm}
        store=${store}
        contest=${contest}
        fixture=${fixture}
        tables=${tables}
        team=${team}
        hasBegun=${!isFirst}
        titleOf=${titleOfBoard}
        onDone=${stay}
      />
      <${Back} set=${setTeam} />
    `;
  if (number === 0)
    return html`
      <${Absence} store=${store} contest=${contest} fixture=${fixture} tables=${tables} onDone=${onDone} />
      <${Back} set=${setNumber} />
    `;
  if (board)
    return html`
      <h3 data-board-open=${board.board}>${titleOf(store, board)}</h3>
      <${BoardForm} store=${store} contest=${contest} fixture=${fixture} tables=${tables} board=${board} onDone=${finish} onStay=${stay} />
      <${Back} set=${setNumber} />
    `;
  const pending = boards.filter((one) => one.hand && one.state === "pending");
  return html`
    ${pending.length > 0
      ? html`<${HandsForm} store=${store} contest=${contest} fixture=${fixture} tables=${tables} boards=${pending} onDone=${onDone} />`
      : null}
    <div class="list lines">
      ${boards.map((one) => html`<button
        type="button"
        key=${one.board}
        data-board=${one.board}
        data-state=${one.state}
        onClick=${() => setNumber(one.board)}
      >
        <b>${titleOf(store, one)}</b>
        <small>${pieces(aboutOf(store, one))}</small>
        ${one.players ? html`<small data-seated>${seatsOf(one)}</small>` : null}
      </button>`)}
    </div>
    ${contest.teams && isOpen ? html`<${Lineups} fixture=${fixture} hasBegun=${!isFirst} open=${setTeam} />` : null}
    ${isOpen && !isFirst && !boards[0]?.hand ? html`<p class="hint" data-so>${t.so(boardPointsSoFar(fixture)?.join(" – ") ?? "")}</p>` : null}
    ${isFirst
      ? html`<div class="controls">
          <button type="button" class="quiet" data-action="all-absent" onClick=${() => setNumber(0)}>${boards[0]?.hand ? t.sideAbsent : t.allAbsent}</button>
        </div>`
      : null}
  `;
}

/** @param {Props & {board: api.BoardView, onStay: (notice: string) => void}} props `onStay`: after what decides no board */
function BoardForm({ store, contest, fixture, tables, board, onDone, onStay }) {
  const [substitutes, setSubstitutes] = useState(false);
  const [plays, setPlays] = useState(board.state === "open");
  const [absence, setAbsence] = useState(board.state === "walkover" || board.state === "void");
  const Form = absence ? Absence : Figures;
  if (substitutes)
    return html`<${SubstituteForm} store=${store} contest=${contest} fixture=${fixture} tables=${tables} board=${board} onDone=${onStay} />`;
  if (plays)
    return html`
      <${BoardMatch} store=${store} fixture=${fixture} board=${board} />
      <div class="controls">
        <button type="button" class="quiet" data-action="figures" onClick=${() => setPlays(false)}>${p.results.report}</button>
      </div>
    `;
  // A board is told like a match of its own: by its result and state, at its address, by the encounter's version.
  const own = { ...fixture, state: board.state, result: board.result, needs: undefined };
  return html`
    ${board.players ? html`<p data-seated>${seatsOf(board)}</p>` : null}
    <${Form}
      store=${store}
      contest=${{ ...contest, ruleset: board.ruleset }}
      fixture=${own}
      path=${`/v1/fixtures/${fixture.id}/boards/${board.board}`}
      tables=${tables}
      onDone=${onDone}
    />
    <div class="controls">
      <button type="button" class="quiet" data-action=${absence ? "figures" : "absence"} onClick=${() => setAbsence(!absence)}>
        ${absence ? p.results.report : p.results.walkover}
      </button>
      ${board.state === "pending" || board.match
        ? html`<button type="button" class="quiet" data-action="begin" onClick=${() => setPlays(true)}>
            ${board.match ? p.results.goTable : p.results.newTable}
          </button>`
        : null}
      ${board.players && board.state === "pending"
        ? html`<button type="button" class="quiet" data-action="substitutes" onClick=${() => setSubstitutes(true)}>${t.substitute.open}</button>`
        : null}
    </div>
  `;
}

/**
 * A board by its number and game, or a hand by its number through the contest.
 * @param {Store} store
 * @param {api.BoardView} board
 */
const titleOf = (store, board) => (board.hand ? t.hand(board.hand) : t.board(board.board, nameOf(board, titlesOf(store))));

/** The titles of the games, by id. @param {Store} store */
const titlesOf = (store) => new Map(store.rulesets.value.map((one) => [one.id, one.title]));

/** @param {{set: (number: null) => void}} props */
const Back = ({ set }) => html`<div class="controls">
  <button type="button" class="quiet" data-action="boards" onClick=${() => set(null)}>${t.back}</button>
</div>`;

/**
 * @param {Store} store
 * @param {api.BoardView} board
 */
function aboutOf(store, board) {
  const points = headlineOf(board.result);
  const absent = board.result?.absent ?? [];
  return [
    board.hand ? "" : t.each(board.per_team),
    board.weight > 1 ? t.weight(board.weight) : "",
    points ? p.results.score(points) : t.states[board.state],
    absent.length > 0 ? p.results.absentWas(joinNames(absent.map((one) => store.name(one)))) : "",
  ];
}
