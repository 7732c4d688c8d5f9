/** The members of a team at the boards of an encounter: chosen by touch, and the state of what was given. */

import { displayName } from "../contests/people.js";
import { html } from "../ui.js";
import { l } from "./words.js";

/** @import * as openapi from "openapi" */
/** @typedef {import("../types.js").Fixture} Fixture */
/** @typedef {import("../types.js").Somebody} Somebody */
/** @typedef {readonly (readonly string[])[]} Seats the ids of the members at each board, in the order of the boards */

/**
 * The state of a team's line-up for an encounter.
 * @param {Pick<Fixture, "lineups">} fixture
 * @param {string} team its id
 * @returns {"none" | "hidden" | "shown"}
 */
export function lineupState({ lineups = [] }, team) {
  const own = lineups.find((one) => one.team === team);
  if (!own) return "none";
  return own.shown ? "shown" : "hidden";
}

/**
 * The body of the request for a line-up; null while a place is free.
 * @param {readonly openapi.BoardView[]} boards
 * @param {Seats} seats
 */
export const bodyOf = (boards, seats) =>
  boards.every((board, n) => seats[n]?.length === board.per_team) ? { boards: boards.map((_, n) => seats[n]) } : null;

/**
 * The members of a team at each board. A member who sits at one is not offered at the others; one too many takes the first out.
 *
 * @param {{
 *   boards: readonly openapi.BoardView[],
 *   members: readonly Somebody[],
 *   seats: Seats,
 *   set: (seats: Seats) => void,
 *   titleOf: (board: openapi.BoardView) => string,
 * }} props `titleOf`: the name of a board, or else that of its game
 */
export function LineupFields({ boards, members, seats, set, titleOf }) {
  const touch = (/** @type {number} */ at, /** @type {string} */ id) => {
    const people = seats[at] ?? [];
    const others = people.includes(id) ? people.filter((one) => one !== id) : [...people, id].slice(-boards[at].per_team);
    set(boards.map((_, n) => (n === at ? others : (seats[n] ?? []))));
  };
  return boards.map((board, at) => {
    const people = seats[at] ?? [];
    const elsewhere = seats.flatMap((ids, n) => (n === at ? [] : ids));
    return html`<fieldset class="chips" key=${board.board} data-seats=${board.board}>
      <legend>${l.board(board.board, titleOf(board))}</legend>
      <small>${l.sit(people.length, board.per_team)}</small>
      ${members.filter((one) => !elsewhere.includes(one.id)).map((one) => html`<button
        type="button"
        key=${one.id}
        class="chip"
        data-input=${`seat.${board.board}`}
        data-value=${one.id}
        aria-pressed=${String(people.includes(one.id))}
        onClick=${() => touch(at, one.id)}
      >${displayName(one)}</button>`)}
    </fieldset>`;
  });
}
