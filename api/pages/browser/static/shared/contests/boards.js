/** The boards of an encounter of teams, in short. */

import { nameOf } from "./name.js";
import { headlineOf } from "./people.js";
import { k } from "./words.js";

/** @typedef {import("../types.js").Fixture} Fixture */
/** @typedef {Parameters<typeof nameOf>[1]} Titles */

/**
 * Each board with its result, once one of them has one; none of any other match.
 * @param {Fixture} fixture
 * @param {Titles} titles
 */
export const boardLines = ({ boards = [] }, titles) =>
  boards.every((one) => one.state === "pending")
    ? []
    : boards.map((one) => `${one.hand ?? `${one.board}. ${nameOf(one, titles)}`}: ${headlineOf(one.result)?.join(" – ") ?? k.states[one.state]}`);

/**
 * The board points of each team so far; null of any other match, and before the first board.
 * @param {Pick<Fixture, "boards">} fixture
 */
export const boardPointsSoFar = ({ boards = [] }) =>
  boards.some((one) => one.state !== "pending")
    ? [0, 1].map((team) => boards.reduce((sum, one) => sum + (one.board_points?.[team] ?? 0), 0))
    : null;
