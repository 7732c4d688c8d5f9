/** The slides of a board, one after the other, as the address chooses them. */

import { seatLines } from "../shared/contests/boards.js";
import { currentRound } from "../shared/contests/round.js";
import { captionedTables } from "../shared/contests/standings.js";

/** @import * as openapi from "openapi" */
/** @typedef {import("../shared/types.js").Championship} Championship */
/** @typedef {import("../shared/types.js").Contest} Contest */
/** @typedef {import("../shared/types.js").Fixture} Fixture */
/** @typedef {import("../shared/types.js").Standings} Standings */
/**
 * @typedef {{key: string}
 * & (
 *   | {kind: "table", contest: Contest, fixture: Fixture, match: string}
 *   | {
 *       kind: "standings",
 *       contest: Contest,
 *       caption: string,
 *       rows: ReturnType<typeof captionedTables>[number]["rows"],
 *       part: number,
 *       parts: number,
 *       provisional: boolean,
 *     }
 *   | {kind: "podium", contest: Contest}
 *   | {kind: "general", rows: readonly import("../shared/types.js").GeneralRow[], part: number, parts: number}
 *   | {kind: "stakes", contest: Contest, isSettled: boolean}
 *   | {kind: "balance", rows: readonly openapi.BalanceRow[], part: number, parts: number}
 *   | {
 *       kind: "round",
 *       contest: Contest,
 *       round: number,
 *       fixtures: readonly Fixture[],
 *       rests: readonly import("../shared/types.js").Somebody[],
 *       part: number,
 *       parts: number,
 *       noResults: boolean,
 *     }
 *   | {kind: "next", fixtures: readonly {contest: Contest, fixture: Fixture}[]}
 * )} Slide
 * @typedef {ReturnType<typeof optionsIn>} Ask
 */

/** Number of rows that can be read from ten metres. */
export const ROWS_FAR = 8;
/** Number of tables of a round that can be read from ten metres, with names on two lines. */
const TABLES_FAR = 6;
/** Number of boards on one line, with the pairs at each. */
const BOARDS_ON_A_LINE = 2;
const NEXT_SHOWN = 5;
const SECONDS = 12;
const FEWEST_SECONDS = 3;
const MOST_SECONDS = 600;
/** The kinds of slides of an overlay: what is played for is a matter of the hall. */
const KINDS_OVER_PICTURE = ["table", "next", "standings", "podium", "general"];

/** @param {string | null} value of an option that needs none */
const isOn = (value) => value !== null && value !== "0" && value !== "false";

/**
 * The options in the address.
 * @param {string} search
 */
export function optionsIn(search) {
  const query = new URLSearchParams(search);
  const seconds = Number(query.get("seconds") ?? SECONDS);
  const results = query.get("no-results");
  const overlay = query.get("overlay");
  const list = (/** @type {string} */ name) =>
    query
      .getAll(name)
      .flatMap((one) => one.split(","))
      .map((one) => one.trim())
      .filter(Boolean);
  const isOverlay = isOn(overlay);
  const names = [...list("show"), ...list("overlay")].filter((one) => KINDS_OVER_PICTURE.includes(one));
  return {
    only: [...list("only"), ...list("match")],
    /** Matches that stay when they are over. */
    matches: list("match"),
    /** True for the lower third of a stream. */
    isOverlay,
    /** The kinds of slides that are shown; null: all of them. */
    kinds: isOverlay ? (names.length > 0 ? names : KINDS_OVER_PICTURE) : null,
    /** True for a commentator that must not give away the score. */
    noResults: isOn(results),
    seconds: Number.isFinite(seconds) && seconds > 0 ? Math.min(Math.max(seconds, FEWEST_SECONDS), MOST_SECONDS) : SECONDS,
  };
}

/**
 * The slides, in the order in which they are shown.
 *
 * @param {{
 *   championship: Championship,
 *   contests: readonly Contest[],
 *   standings: ReadonlyMap<string, Standings>,
 *   balance: openapi.Balance | null,
 * }} now
 * @param {Ask} ask
 * @param {number} rows how many of a table are shown at once
 * @returns {Slide[]}
 */
export function slidesOf(now, ask, rows) {
  const slides = allSlides(now, ask, rows);
  return ask.kinds ? slides.filter((slide) => ask.kinds?.includes(slide.kind)) : slides;
}

/**
 * The lines of a match of a round: one more for some boards, once the line-ups are in view.
 * @param {readonly Fixture[]} fixtures
 */
const linesOf = (fixtures) => 1 + Math.ceil(Math.max(0, ...fixtures.map((one) => seatLines(one).length)) / BOARDS_ON_A_LINE);

/** @type {typeof slidesOf} */
function allSlides({ championship, contests, standings, balance }, { only, noResults, matches, isOverlay }, rows) {
  const all = only.length === 0;
  const whole = (/** @type {Contest} */ contest) => all || only.includes(contest.id);
  const isChosen = (/** @type {Contest} */ contest, /** @type {Fixture} */ fixture) =>
    whole(contest) || [fixture.id, fixture.match, String(fixture.table ?? "")].some((name) => name && only.includes(name));
  const isShown = (/** @type {Contest} */ contest, /** @type {Fixture} */ fixture) =>
    fixture.state === "open" ? isChosen(contest, fixture) : matches.includes(String(fixture.match));
  /** @type {Slide[]} */
  const slides = [];
  for (const contest of contests) {
    for (const fixture of contest.fixtures.filter((one) => one.match && isShown(contest, one)))
      slides.push({ key: `table ${fixture.id}`, kind: "table", contest, fixture, match: /** @type {string} */ (fixture.match) });
  }
  const rounds = isOverlay ? [] : contests.filter(whole).flatMap((contest) => {
    const current = currentRound(contest);
    return current ? [{ contest, ...current }] : [];
  });
  for (const { contest, round, fixtures, rests } of rounds)
    parts(fixtures, Math.max(1, Math.floor((rows > ROWS_FAR ? rows : TABLES_FAR) / linesOf(fixtures)))).forEach((some, part, whole) =>
      slides.push({
        key: `round ${contest.id} ${round} ${part}`,
        kind: "round",
        contest,
        round,
        fixtures: some,
        rests: part + 1 === whole.length ? rests : [],
        part: part + 1,
        parts: whole.length,
        noResults,
      }),
    );
  const inRound = new Set(rounds.map(({ contest }) => contest));
  const coming = contests.flatMap((contest) =>
    contest.fixtures
      .filter((one) => one.state === "pending" && isChosen(contest, one) && !(one.kind === "round" && inRound.has(contest)))
      .map((fixture) => ({ contest, fixture })),
  );
  if (coming.length > 0) slides.push({ key: "next", kind: "next", fixtures: coming.slice(0, NEXT_SHOWN) });
  const contestsWithStakes = contests.filter((contest) => whole(contest) && contest.stakes);
  /** @param {Contest} contest */
  const stakes = (contest) =>
    slides.push({ key: `stakes ${contest.id}`, kind: "stakes", contest, isSettled: Boolean(contest.settlement) && !noResults });
  if (noResults) {
    contestsWithStakes.forEach(stakes);
    return slides;
  }
  for (const contest of contests.filter(whole)) {
    const table = standings.get(contest.id);
    const tables = table ? captionedTables(table) : [];
    tables.forEach((one, n) => {
      parts(one.rows, rows).forEach((some, part, whole) =>
        slides.push({
          key: `standings ${contest.id} ${n} ${part}`,
          kind: "standings",
          contest,
          caption: one.caption,
          rows: some,
          part: part + 1,
          parts: whole.length,
          provisional: table?.provisional ?? false,
        }),
      );
    });
    if (contest.podium.length > 0) slides.push({ key: `podium ${contest.id}`, kind: "podium", contest });
    if (contest.stakes) stakes(contest);
  }
  if (all && championship.general.some((row) => row.points > 0))
    parts(championship.general, rows).forEach((some, part, whole) =>
      slides.push({ key: `general ${part}`, kind: "general", rows: some, part: part + 1, parts: whole.length }),
    );
  // Where one contest is all that is settled, its own slide says what it came to.
  const own = contests.filter((contest) => contest.settlement).length;
  const apart = balance?.players.filter((row) => row.net !== 0) ?? [];
  if (all && balance && balance.settled > Math.min(own, 1) && apart.length > 0)
    parts(apart, rows).forEach((some, part, whole) =>
      slides.push({ key: `balance ${part}`, kind: "balance", rows: some, part: part + 1, parts: whole.length }),
    );
  return slides;
}

/**
 * A list in parts of nearly the same length.
 * @template T
 * @param {readonly T[]} list
 * @param {number} most
 */
export function parts(list, most) {
  const count = Math.ceil(list.length / most);
  const size = Math.ceil(list.length / count);
  return Array.from({ length: count }, (_, i) => list.slice(i * size, (i + 1) * size));
}
