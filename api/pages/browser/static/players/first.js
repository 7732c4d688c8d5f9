/** The content of the page of a person, requested before its other modules have arrived. */

import { Api, Problem } from "../shared/api.js";
import { titlesOf } from "../shared/contests/reading.js";
import { loadCalendar } from "../shared/dates.js";
import { early } from "../shared/early.js";
import { serviceLanguage } from "../shared/language.js";
import { firstOf } from "../shared/lists.js";
import { toldApart } from "../shared/person.js";

/** @import * as openapi from "openapi" */
/** @typedef {import("../shared/types.js").Championship} Championship */
/** @typedef {import("../shared/types.js").Text} Text */
/**
 * @template T
 * @typedef {import("../shared/lists.js").Part<T>} Part
 */
/**
 * @typedef {{now: readonly openapi.PoolRating[], changes: Part<openapi.RatingChange>, waits: Problem | null}} PersonRatings `waits`: they
 *   are being worked out again
 */
/**
 * @typedef {{
 *   name: string | null,
 *   record: openapi.PlayerRecord,
 *   titles: ReadonlyMap<string, Text>,
 *   rules: ReadonlyMap<string, Text>,
 *   championships: Part<Championship>,
 *   matches: Part<openapi.MatchSummary>,
 *   cards: Part<openapi.GivenCard>,
 *   series: Part<openapi.SeriesSummary>,
 *   ratings: PersonRatings,
 *   statistics: openapi.PlayerStatistics,
 * }} Person
 */

const NOT_FOUND = 404;
const id = location.pathname.split("/")[2];
const api = new Api(null, serviceLanguage);
/** The number of items of each list that the reader has asked for. */
export const sizes = { titles: 10, matches: 10, sanctions: 10, series: 10, ratings: 5 };
/** The game of the chart; empty for the rating over all games. */
export const chart = { ruleset: "" };
/** The number of changes of a rating in the chart. The list below it may show fewer. */
const DRAWN = 100;

/** @returns {Promise<Person>} */
async function ask() {
  /** @type {openapi.PlayerRecord} */
  const record = await api.again(`/v1/players/${id}/record`);
  const again = (/** @type {string} */ path) => /** @type {Promise<any>} */ (api.again(path));
  /**
   * @type {[
   *   string | null,
   *   ReadonlyMap<string, Text>,
   *   Part<openapi.ChampionshipSummary>,
   *   Part<openapi.MatchSummary>,
   *   Part<openapi.GivenCard>,
   *   Person["series"],
   *   Person["rules"],
   *   PersonRatings,
   *   openapi.PlayerStatistics,
   * ]}
   */
  const [name, titles, titlesWon, matches, cards, series, rules, ratings, statistics] = await Promise.all([
    nameOf(record.player),
    titlesOf(api),
    firstOf(again, `/v1/championships?player=${record.player}`, sizes.titles),
    firstOf(again, `/v1/matches?player=${record.player}&sort=changed`, sizes.matches),
    firstOf(again, `/v1/sanctions?player=${record.player}`, sizes.sanctions),
    firstOf(again, `/v1/series?player=${record.player}`, sizes.series),
    rulesOf(record),
    ratingsOf(record.player),
    again(`/v1/players/${record.player}/statistics`),
  ]);
  const all = await Promise.all(
    titlesWon.items.map((one) => /** @type {Promise<Championship>} */ (api.again(`/v1/championships/${one.id}`))),
  );
  return {
    name,
    record,
    titles,
    rules,
    championships: { items: all, more: titlesWon.more },
    matches,
    cards,
    series,
    ratings: ratings,
    statistics,
  };
}

/**
 * The name of a person; null once it was erased.
 * @param {string} person
 */
async function nameOf(person) {
  try {
    return toldApart(await /** @type {Promise<openapi.Person>} */ (api.again(`/v1/players/${person}`)));
  } catch (error) {
    if (error instanceof Problem && error.status === NOT_FOUND) return null;
    throw error;
  }
}

/**
 * The ratings of a person, and the last changes of the one that is drawn; none while they are being worked out again.
 * @param {string} person
 * @returns {Promise<PersonRatings>}
 */
async function ratingsOf(person) {
  /** @type {readonly openapi.PoolRating[]} */
  let now = [];
  const page = async (/** @type {string} */ path) => {
    /** @type {openapi.PlayerRatings} */
    const read = await api.again(path);
    now = read.ratings;
    return read;
  };
  try {
    const changes = await firstOf(
      page,
      `/v1/players/${person}/ratings${chart.ruleset && `?ruleset=${chart.ruleset}`}`,
      Math.max(DRAWN, sizes.ratings),
    );
    return { now, changes, waits: null };
  } catch (error) {
    if (error instanceof Problem && error.waits !== null) return { now, changes: { items: [], more: false }, waits: error };
    throw error;
  }
}

/**
 * The rules that were broken, in words, by their codes.
 * @param {openapi.PlayerRecord} record
 */
async function rulesOf(record) {
  const games = record.games.filter((game) => Object.keys(game.deeds).some(isRule));
  const books = await Promise.all(
    games.map((game) => /** @type {Promise<openapi.Rulebook>} */ (api.again(`/v1/rulesets/${game.ruleset}`))),
  );
  return new Map(books.flatMap((book) => book.clauses.map((clause) => /** @type {[string, Text]} */ ([clause.code, clause]))));
}

/** @param {string} deed */
export const isRule = (deed) => deed.includes(".");

export const read = early(ask);

loadCalendar();
