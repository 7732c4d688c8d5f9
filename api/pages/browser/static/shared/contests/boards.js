/** The boards of an encounter of teams, in short. */

import { joinNames } from "../words.js";
import { nameOf } from "./name.js";
import { displayName, headlineOf } from "./people.js";
import { k } from "./words.js";

/** @typedef {import("../types.js").Fixture} Fixture */
/** @typedef {Parameters<typeof nameOf>[1]} Titles */

/**
 * Each board with its members and its result, once the line-ups are in view or one of them has a result; none of any other match.
 * @param {Fixture} fixture
 * @param {Titles} titles
 */
export const boardLines = ({ boards = [] }, titles) =>
  boards.every((one) => one.state === "pending" && !one.players)
    ? []
    : boards.map((one) => {
        const result = headlineOf(one.result)?.join(" – ") ?? (one.players && one.state === "pending" ? "" : k.states[one.state]);
        return [one.hand ?? `${one.board}. ${nameOf(one, titles)}`, seatsOf(one), result].filter(Boolean).join(": ");
      });

/**
 * The members at each board, by its number; none while the line-ups are not in view.
 * @param {Pick<Fixture, "boards">} fixture
 */
export const seatLines = ({ boards = [] }) => boards.flatMap((one) => (one.players ? [`${one.board}. ${seatsOf(one)}`] : []));

/**
 * The members of each team at a board; empty until both line-ups are shown.
 * @param {import("openapi").BoardView} board
 */
export const seatsOf = ({ players }) => (players ?? []).map((team) => joinNames(team.map(displayName))).join(" – ");

/**
 * The board points of each team so far; null of any other match, and before the first board.
 * @param {Pick<Fixture, "boards">} fixture
 */
export const boardPointsSoFar = ({ boards = [] }) =>
  boards.some((one) => one.state !== "pending")
    ? [0, 1].map((team) => boards.reduce((sum, one) => sum + (one.board_points?.[team] ?? 0), 0))
    : null;
