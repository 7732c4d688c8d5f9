/** News of a match in sentences: an act, the facts that follow from it, and what changed between two views of a match. */

import { aloudOf } from "../games/aloud/index.js";
import { headline } from "../games/headline.js";
import { gameOf } from "../games/index.js";
import { nameIn, seatOf, sideIn, sidesOf } from "../shared/match.js";
import { capital, joinNames, w } from "../shared/words.js";
import { s } from "./words.js";

/** @typedef {import("../shared/types.js").MatchView} MatchView */
/** @typedef {import("../shared/types.js").GameEvent} GameEvent */
/** @typedef {import("./voice.js").Sentence} Sentence */

/** The events of any game with cards that lie open from then on, or with a card that is none of the pack. */
const OPEN = ["deal", "sanction"];
/** Events that a sentence about their effect tells. */
const TOLD_BY_EFFECT = new Set(["claim", "ruling"]);

/**
 * The event without the cards that are in a hand: the tables, the hall and the other players hear what is said.
 * @param {GameEvent} event
 * @param {string} ruleset
 * @param {readonly number[]} seats the seats that own this device
 * @returns {GameEvent}
 */
export function openly(event, ruleset, seats = []) {
  const isOpen = OPEN.includes(event.type) || aloudOf(ruleset)?.open.includes(event.type);
  const isOwn = event.seat !== undefined && seats.includes(event.seat);
  return isOpen || isOwn ? event : /** @type {any} */ ({ ...event, card: null, cards: null });
}

/**
 * The actor and the act.
 * @param {GameEvent} event
 * @param {MatchView} before
 * @param {MatchView} after
 * @param {readonly number[]} seats the seats that own this device
 * @returns {Sentence[]}
 */
export function actOf(event, before, after, seats) {
  if (TOLD_BY_EFFECT.has(event.type)) return [];
  if (event.type === "confirm") return [{ text: s.confirmed(sideIn(after, event.side)) }];
  if (event.type === "retract") return [{ text: s.undone(event.to) }];
  const game = gameOf(after.ruleset);
  const name = (/** @type {number} */ seat) => nameIn(after, seat);
  const heaps = [...(game?.heaps(after, name) ?? []), ...(game?.heaps(before, name) ?? [])];
  const builds = Object.fromEntries(heaps.map((one) => [one.id, one.value]));
  const does = w.does(openly(event, after.ruleset, seats), { deck: game?.deck ?? "french", builds });
  const actor = event.seat ?? event.dealer;
  return [{ text: typeof actor === "number" ? `${name(actor)}: ${does}` : capital(does) }];
}

/**
 * Consequences of an act, by the facts that the service gives with it.
 * @param {readonly {fact: string, [field: string]: any}[]} facts
 * @param {MatchView} view
 */
export function consequences(facts, view) {
  const names = {
    seat: (/** @type {number} */ seat) => nameIn(view, seat),
    side: (/** @type {number} */ side) => sideIn(view, side),
  };
  const sayings = aloudOf(view.ruleset)?.facts ?? {};
  return lasting(facts.map((fact) => sayings[fact.fact]?.(fact, names) ?? null));
}

/**
 * Changes from one view of a match to a later one: the last trick, the game's own, claims, the account of a hand.
 * @param {MatchView} before
 * @param {MatchView} after
 */
export function changes(before, after) {
  const game = gameOf(after.ruleset);
  const last = game?.last?.(after) ?? null;
  const isNew = last !== null && String(last.cards) !== String(game?.last?.(before)?.cards);
  const claims = after.claims.filter((one) => before.claims.find(({ claim }) => claim === one.claim)?.status !== one.status);
  const waits = after.confirmation?.missing.length && !before.confirmation?.missing.length ? after.confirmation : null;
  return lasting([
    isNew ? s.trick(nameIn(after, last.seat)) : null,
    ...(aloudOf(after.ruleset)?.between(before, after) ?? []),
    ...claims.map((one) => `${w.claim.status[one.status]}. ${claimText(after, one)}`),
    ...after.score.hands.slice(before.score.hands.length).flatMap((hand) => accountOf(after, hand)),
    waits ? `${w.confirmHand.title(waits.hand)}. ${w.confirmHand.waits} ${joinNames(waits.missing.map((side) => sideIn(after, side)))}` : null,
  ]);
}

/**
 * @param {MatchView} view
 * @param {import("../shared/types.js").ClaimView} claim
 */
const claimText = (view, { by, kind, against }) =>
  w.claim.says(nameIn(view, by), w.claim.kinds[kind] ?? kind, nameIn(view, against));

/**
 * The account of a hand, and the score after it.
 * @param {MatchView} view
 * @param {MatchView["score"]["hands"][number]} hand
 */
function accountOf(view, { points }) {
  const of = (/** @type {readonly (string | number)[]} */ figures) =>
    sidesOf(view).map((side) => s.of(sideIn(view, side), figures[side])).join("; ");
  return [`${s.handEnds}: ${points ? of(points) : s.withoutPoints}`, ...scoreOf(view)];
}

/**
 * The figures of the score that are told first.
 * @param {MatchView} view
 */
export const scoreOf = (view) =>
  (gameOf(view.ruleset)?.score(view) ?? [])
    .filter((row) => row.main)
    .map(
      (row) =>
        `${row.label}: ${sidesOf(view).map((side) => s.of(sideIn(view, side), row.values[row.per === "seat" ? seatOf(view, side) : side])).join("; ")}`,
    );

/**
 * The seat in turn, the event that the match awaits, or its end.
 * @param {MatchView} view
 * @returns {Sentence[]}
 */
export function state(view) {
  const text = headline(view);
  return text ? [{ text, isState: view.result === null, isLasting: view.result !== null }] : [];
}

/**
 * Cards by their names.
 * @param {MatchView} view
 * @param {readonly import("../shared/types.js").Card[]} cards
 */
export const cardNames = (view, cards) => joinNames(cards.map((card) => w.card(card, gameOf(view.ruleset)?.deck ?? "french")));

/**
 * The cards that lie open: the trick, what lies in the middle, and what each seat has in front of it.
 * @param {MatchView} view
 */
export function lying(view) {
  const game = gameOf(view.ruleset);
  if (!game) return [];
  const name = (/** @type {number} */ seat) => nameIn(view, seat);
  const trick = game.trick(view).map(({ card, seat }) =>
    typeof seat === "number" ? s.laidBy(cardNames(view, [card]), name(seat)) : cardNames(view, [card]),
  );
  const loose = game.loose(view).map(({ card, name: title }) => [title, cardNames(view, [card])].filter(Boolean).join(", "));
  const heaps = game.heaps(view, name).map(({ title, cards }) => `${title}, ${cardNames(view, cards)}`);
  const middle = [...trick, ...loose, ...heaps];
  const fronts = view.seats.flatMap(({ seat }) => {
    const cards = game.inFront(view, seat).map((one) => one.card);
    return cards.length > 0 ? [s.inFrontOf(game.inFrontTitle ?? "", name(seat), cardNames(view, cards))] : [];
  });
  return [middle.length > 0 ? s.onTable(middle.join("; ")) : s.emptyTable, ...fronts];
}

/** @param {readonly (string | null)[]} texts */
const lasting = (texts) => texts.flatMap((text) => (text === null ? [] : [{ text, isLasting: true }]));
