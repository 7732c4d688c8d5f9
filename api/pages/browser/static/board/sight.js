/** The part of a match that all may see: while a claim is pending the score before it, and neither cards nor a turn. */

import { headline } from "../games/headline.js";
import { gameOf } from "../games/index.js";
import { nameIn, seatOf, sideIn, sidesOf } from "../shared/match.js";
import { w } from "../shared/words.js";

/** @typedef {import("../shared/types.js").MatchView} MatchView */
/** @typedef {import("../games/index.js").ScoreRow} ScoreRow */
/** @typedef {{side: number, name: string, plays: boolean, main: Figure[], others: Figure[]}} SideInSight */
/** @typedef {{label: string, text: string}} Figure */

/**
 * @param {{view: MatchView, score: MatchView}} match `score`: as it was before a play in dispute
 * @param {boolean} noResults
 */
export function sightOf({ view, score }, noResults) {
  const game = gameOf(view.ruleset);
  const claims = view.claims.filter((claim) => claim.status === "pending");
  const isFrozen = claims.length > 0;
  const name = (/** @type {number} */ seat) => nameIn(view, seat);
  const rows = noResults ? [] : (game?.score(score) ?? []);
  const hand = game?.hands && view.hand > 0 && view.phase !== "deal" ? `${w.hand} ${view.hand}` : "";
  const isOpen = view.status === "open";
  /** @param {ScoreRow} row @param {number} side @returns {Figure} */
  const figure = (row, side) => ({ label: row.label, text: String(row.values[row.per === "seat" ? seatOf(view, side) : side]) });
  return {
    frozenAt: isFrozen ? score.version : null,
    claims: claims.map((claim) => w.claim.says(name(claim.by), w.claim.kinds[claim.kind] ?? claim.kind, name(claim.against))),
    labels: rows.filter((row) => row.main).map((row) => row.label),
    /** @type {SideInSight[]} */
    sides: sidesOf(view).map((side) => ({
      side,
      name: sideIn(view, side),
      plays: !isFrozen && view.turn !== null && view.seats[view.turn].side === side,
      main: rows.filter((row) => row.main).map((row) => figure(row, side)),
      others: rows.filter((row) => !row.main).map((row) => figure(row, side)),
    })),
    headline: isFrozen ? "" : noResults && view.result ? w.status[view.status] : headline(view),
    lines: !isFrozen && isOpen ? [hand, ...(game?.lines(view, name) ?? [])] : [],
    /** The game whose cards are shown; null if none are. */
    game: !isFrozen && isOpen ? (game ?? null) : null,
  };
}
