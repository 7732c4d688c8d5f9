/**
 * The looks of each game's table. A game answers these questions, and shared code never asks which game it is.
 *
 * @typedef {import("../shared/types.js").MatchView} MatchView
 * @typedef {import("../shared/types.js").GameEvent} GameEvent
 * @typedef {import("../shared/types.js").Card} Card
 * @typedef {{
 *   card: Card,
 *   seat?: number | null,
 *   zone?: "table" | "turn_up" | "front" | "army",
 *   isTurned?: boolean,
 *   name?: string,
 * }} TableCard is a card with its place. `name`: the name of the card, if it lies apart
 * @typedef {{title: string, cards: TableCard[], kind?: "trick" | "row" | "builds"}} Pile
 * @typedef {{id: string, value: number, title: string, cards: Card[]}} Heap is a group of cards that count as one choice;
 *   `title`: their name and their owner
 * @typedef {"seat" | "seat?" | "card" | "card?" | "cards" | "reason" | "text" | "cause" | "what" | "count" | "seconds"} FieldKind
 * @typedef {{name: string, kind: FieldKind, of?: (string | null)[]}} Field is a question of a form
 * @typedef {{label: string, values: (string | number)[], per: "side" | "seat", main?: boolean, result?: boolean}} ScoreRow
 *   is a row of the score. `main`: the figure that is told first during the play; `result`: the one in its place after the end
 */

/**
 * @template {MatchView} [View=any] the view of its matches
 * @typedef {object} Game
 * @property {"french" | "spanish"} deck
 * @property {boolean} toRight true if the next in turn sits at the right
 * @property {(view: View, name: (seat: number) => string) => string[]} lines the state of the hand, in a few words
 * @property {boolean} [hands] true if its hands are numbered, and `lines` do not say it
 * @property {(view: View) => TableCard[]} trick cards laid in turn, each in front of its seat
 * @property {(view: View) => TableCard[]} loose cards that lie open for all
 * @property {(view: View) => {seat: number, cards: Card[]} | null} [last] the last trick that was taken, and its taker
 * @property {(view: View, name: (seat: number) => string) => Heap[]} heaps
 * @property {(event: GameEvent) => string[]} [heapsOf] the heaps that an event is about, by their ids
 * @property {(view: View) => string | null} progress the progress of the hand, in words; null if it has no parts
 * @property {(view: View, seat: number) => TableCard[]} inFront the cards in front of a seat
 * @property {string} [inFrontTitle] the name of those cards
 * @property {(view: View) => string | null} [awaits] the event that is awaited if no seat is in turn
 * @property {(view: View, seat: number) => string[]} beside the possessions of a seat, in a few words
 * @property {(view: View) => ScoreRow[]} score
 * @property {Record<string, string>} [tallies] the figures that a contest or the record of a person counts beside points, by
 *   their names in the API
 * @property {(view: View, seat: number, picks: {lead: Card | null, table: Card[], heaps: string[]}) => GameEvent[]} playsOf the
 *   other events that can be recorded with these cards, against the rules
 * @property {Record<string, string>} [zones] by the type of an event: the place of its cards, if that is not the hand
 * @property {readonly string[]} [orderedEvents] the events with cards that stay in the order of choice
 * @property {Record<string, string>} [menus] by the type of an event: its menu, for an event that is possible at many moments
 *   and meant at few
 * @property {Record<string, Field[]>} [seldom] by the type of a rare event: its questions, in this order
 * @property {readonly string[]} [unclaimable] the acts of a seat that cannot be claimed against
 */
import { casino } from "./casino.js";
import { corona } from "./corona.js";
import { escoba } from "./escoba.js";
import { guinote } from "./guinote.js";
import { hearts } from "./hearts.js";

/** @type {Record<string, Game>} */
const FAMILIES = { casino, corona, escoba, guinote, hearts, scopa: escoba, scopone: escoba };

/**
 * The game of a ruleset, by the first part of its id.
 * @param {string} ruleset
 * @returns {Game | undefined}
 */
export const gameOf = (ruleset) => FAMILIES[ruleset.split(".")[0]];
