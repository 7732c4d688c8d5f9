/** The latest results: of championships, told by their score or recorded, and of matches that belong to none. */

import { headline } from "../games/headline.js";
import { gameOf } from "../games/index.js";
import { displayName, headlineOf, versus } from "../shared/contests/people.js";
import { k } from "../shared/contests/words.js";
import { firstOf } from "../shared/lists.js";
import { sideIn, sidesOf } from "../shared/match.js";
import { joinNames, w } from "../shared/words.js";

/** @import * as openapi from "openapi" */
/** @typedef {import("../shared/types.js").MatchView} MatchView */
/**
 * @typedef {{
 *   id: string,
 *   path: string,
 *   at: string,
 *   ruleset: string,
 *   contest?: string | null,
 *   headline: string,
 *   about: readonly string[],
 *   score: readonly (string | number)[],
 * }} Result
 */

/**
 * The latest results, the latest first. Of each list it reads as many as the page shows of both, and one more for each match that
 * belongs to no championship.
 *
 * @param {import("../shared/api.js").Api} api
 * @param {number} most
 * @returns {Promise<import("../shared/lists.js").Part<Result>>}
 */
export async function latest(api, most) {
  const again = (/** @type {string} */ path) => /** @type {Promise<any>} */ (api.again(path));
  /**
   * @type {[import("../shared/lists.js").Part<openapi.LatestResult>, import("../shared/lists.js").Part<openapi.MatchSummary>]}
   */
  const [results, matches] = await Promise.all([
    firstOf(again, "/v1/results", most),
    firstOf(again, "/v1/matches?status=finished&sort=changed", most),
  ]);
  const alone = matches.items.filter((one) => !one.fixture);
  const singles = await Promise.all(alone.map(async (one) => ofMatch(await api.again(`/v1/matches/${one.id}`), one.changed_at)));
  const all = [...results.items.map(ofFixture), ...singles].sort((one, other) => (one.at < other.at ? 1 : -1));
  return { items: all.slice(0, most), more: results.more || matches.more || all.length > most };
}

/**
 * @param {openapi.LatestResult} told
 * @returns {Result}
 */
function ofFixture({ fixture, championship, name, contest_name: contest, ruleset, decided_at: at }) {
  const { entrants, result, match } = fixture;
  const winners = (result?.ranking?.[0] ?? []).map((n) => entrants[n]);
  const people = winners.flatMap((one) => (one.players?.length && !one.team ? one.players : [one]));
  const outcome = winners.length === 1 ? (people.length > 1 ? w.winners : w.winner)(joinNames(people.map(displayName))) : w.noWinner;
  return {
    id: fixture.id,
    path: match ? `/replay/${match}` : `/championships/${championship}`,
    at,
    ruleset,
    contest,
    headline: result?.points || winners.length > 0 ? outcome : versus(entrants),
    about: [versus(entrants), result?.absent?.length ? k.states[fixture.state] : "", name],
    score: headlineOf(result) ?? [],
  };
}

/**
 * @param {MatchView} view
 * @param {string} at
 * @returns {Result}
 */
const ofMatch = (view, at) => ({
  id: view.id,
  path: `/replay/${view.id}`,
  at,
  ruleset: view.ruleset,
  headline: headline(view),
  about: [
    sidesOf(view)
      .map((side) => sideIn(view, side))
      .join(" – "),
  ],
  score: points(view),
});

/** @param {MatchView} view */
function points(view) {
  const rows = gameOf(view.ruleset)?.score(view) ?? [];
  return (rows.find((row) => row.result) ?? rows.find((row) => row.main))?.values ?? [];
}
