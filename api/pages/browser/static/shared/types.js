/** @import * as api from "openapi" */

/**
 * The shapes that the pages read from the API, as its document has them, and those that they hand around themselves.
 *
 * Shared code knows of a match what every game has (`MatchView`). What lies on the table of one game is in the type of that
 * game's view, as `api.HeartsCastillarView`.
 *
 * @typedef {api.Card} Card A card's name, as in `7O` or `QS`.
 * @typedef {{
 *   type: string,
 *   seat?: number,
 *   card?: Card,
 *   cards?: Card[],
 *   builds?: string[],
 *   build?: string,
 *   value?: number,
 *   suit?: string,
 *   choose?: Choose,
 *   [field: string]: any,
 * }} GameEvent
 * @typedef {Record<string, any>} Choose
 * @typedef {api.SeatView} SeatView
 * @typedef {api.Infraction} Infraction
 * @typedef {api.ClaimState} ClaimView
 * @typedef {api.Confirmation} Confirmation
 * @typedef {{totals: number[], hands: {hand: number, points?: number[] | null}[], [figure: string]: any}} Score
 * @typedef {api.MatchViewBase
 * & {
 *   ruleset: string,
 *   params: Record<string, any>,
 *   table: Record<string, any>,
 *   score: Score,
 * }} MatchView
 * @typedef {{version: number, turn: number | null, events: GameEvent[]}} Legal
 * @typedef {{role: string, seats: number[], records: boolean}} Reader
 * @typedef {api.Devices} Present
 * @typedef {Omit<api.DisputeRecord, "move"> & {move: GameEvent}} Dispute
 * @typedef {api.Text} Text
 * @typedef {api.Clause} Clause
 * @typedef {api.Rulebook} Ruleset
 * @typedef {{type: string, version: number, facts: {fact: string, [field: string]: any}[], [field: string]: any}} Entry
 * @typedef {{version: number, events: Entry[], view: MatchView | null}} EventAnswer
 * @typedef {{n: number, key: string, event: GameEvent, after: number, pin?: string, since: number, sent?: boolean}} Outgoing An
 *   event that waits: its place in the queue, the version after which it was meant, when it was tapped, whether it may have been
 *   stored.
 * @typedef {"regular" | "irregular" | "impossible"} Still
 * @typedef {api.QueueGiven} QueueGiven
 * @typedef {Omit<api.Step, "event" | "view" | "legal"> & {event: Entry, view: MatchView, legal: GameEvent[]}} Step
 * @typedef {api.Audit} Audit
 * @typedef {Omit<api.WhatIf, "match"> & {match: MatchView}} WhatIf
 * @typedef {Omit<api.Somebody, "players"> & {players?: readonly Somebody[]}} Somebody A person or a pair; an erased person has no
 *   name.
 * @typedef {api.ChampionshipView} Championship
 * @typedef {api.ContestView} Contest
 * @typedef {api.FixtureView} Fixture
 * @typedef {api.StandingsView} Standings
 * @typedef {api.RowView & Partial<Pick<api.PersonRowView, "team">>} Row
 * @typedef {api.PersonRowView & Partial<Omit<api.RowView, keyof api.PersonRowView>>} Person
 * @typedef {api.GeneralRowView} GeneralRow
 * @typedef {api.PodiumView} Podium
 * @typedef {api.MatchSummary} MatchSummary
 * @typedef {Partial<api.MatchProblem> & {code: string}} ProblemBody
 */
export {};
