/**
 * What the table of each game looks like. A game answers these questions, and shared code never asks which one it is.
 *
 * @typedef {import("../shared/types.js").MatchView} MatchView
 * @typedef {import("../shared/types.js").GameEvent} GameEvent
 * @typedef {import("../shared/types.js").Card} Card
 * @typedef {{
 *   card: Card,
 *   seat?: number | null,
 *   zone?: "table" | "turn_up" | "front" | "army",
 *   turned?: boolean,
 *   name?: string,
 * }} Laid `name`: what the card is, where it lies apart
 * @typedef {{title: string, cards: Laid[], kind?: "trick" | "row" | "builds"}} Pile
 * @typedef {{id: string, value: number, title: string, cards: Card[]}} Heap cards that lie together and can be meant as one;
 *   `title`: what they are, and whose
 * @typedef {"seat" | "seat?" | "card" | "card?" | "cards" | "reason" | "text" | "cause" | "what" | "count" | "seconds"} FieldKind
 * @typedef {{name: string, kind: FieldKind, of?: (string | null)[]}} Field what a form asks for
 * @typedef {{label: string, values: (string | number)[], per: "side" | "seat", main?: boolean, result?: boolean}} ScoreRow
 *   `main`: what is told first while it is played; `result`: in its place once it is over
 */

/**
 * @template {MatchView} [View=any] the view of its matches
 * @typedef {object} Game
 * @property {"french" | "spanish"} deck
 * @property {boolean} toRight whether the next in turn sits at the right
 * @property {(view: View, name: (seat: number) => string) => string[]} lines how the hand stands, in a few words
 * @property {boolean} [hands] whether its hands are numbered, and `lines` do not say it
 * @property {(view: View) => Laid[]} trick cards laid in turn, each in front of its seat
 * @property {(view: View) => Laid[]} loose cards that lie open for all
 * @property {(view: View) => {seat: number, cards: Card[]} | null} [last] the last trick that was taken, and by whom
 * @property {(view: View, name: (seat: number) => string) => Heap[]} heaps
 * @property {(event: GameEvent) => string[]} [heapsOf] the heaps that an event is about, by their ids
 * @property {(view: View) => string | null} progress how far the hand is, in words; null where it has no parts
 * @property {(view: View, seat: number) => Laid[]} inFront what stands in front of a seat
 * @property {string} [inFrontTitle] what that is called
 * @property {(view: View) => string | null} [awaits] what is awaited where it is nobody's turn
 * @property {(view: View, seat: number) => string[]} beside what a seat has, in a few words
 * @property {(view: View) => ScoreRow[]} score
 * @property {Record<string, string>} [tallies] what a contest or the record of a person counts beside points, by its name in the
 *   API
 * @property {(view: View, seat: number, picked: {lead: Card | null, table: Card[], heaps: string[]}) => GameEvent[]} free what
 *   else can be recorded with these cards, against the rules
 * @property {Record<string, string>} [zones] by the type of an event: where the cards lie that it names, where that is not the
 *   hand
 * @property {readonly string[]} [ordered] the events whose cards stay in the order in which they were chosen
 * @property {Record<string, string>} [menus] by the type of an event: the menu behind which it waits, possible at many moments
 *   and meant at few
 * @property {Record<string, Field[]>} [seldom] by the type of an event that is recorded seldom: what is asked for, in this order
 * @property {readonly string[]} [unclaimed] what a seat does that nobody claims against
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
