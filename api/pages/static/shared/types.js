/**
 * The shapes that the pages read from the API and hand around.
 *
 * @typedef {string} Card A card's name, as in `7O` or `QS`.
 * @typedef {{type: string, seat?: number, card?: Card, cards?: Card[], builds?: string[], build?: string, value?: number, suit?: string, choose?: Choose, [field: string]: any}} GameEvent
 * @typedef {Record<string, any>} Choose
 * @typedef {{seat: number, name: string | null, player: string, side: number}} SeatView
 * @typedef {{code: string, seat: number, version: number, status: string}} Infraction
 * @typedef {{claim: string, by: number, against: number, kind: string, at: number, status: "pending" | "upheld" | "rejected", ruled_at: number | null}} ClaimView
 * @typedef {{hand: number, confirmed: number[], missing: number[]}} Confirmation
 * @typedef {{totals: number[], hands: {hand: number, points: number[] | null}[], [figure: string]: any}} Score
 * @typedef {{id: string, ruleset: string, params: Record<string, any>, enforcement: "record" | "strict", version: number, status: "open" | "finished" | "abandoned", seats: SeatView[], phase: string, hand: number, turn: number | null, dealer: number | null, hands: (Card[] | null)[], hand_sizes: number[], table: Record<string, any>, score: Score, infractions: Infraction[], claims: ClaimView[], sanctions: {seat: number, card: string, reason: string, version: number}[], result: {ranking: number[][], winner_sides: number[], margin?: number, reason: string} | null, confirmation?: Confirmation | null}} MatchView
 * @typedef {{version: number, turn: number | null, events: GameEvent[]}} Legal
 * @typedef {{es: string, en: string}} Text
 * @typedef {{code: string, es: string, en: string, ruling?: boolean}} Clause
 * @typedef {{id: string, title: Text, cards: Card[], events: string[], claims?: string[], clauses: Clause[]}} Ruleset
 * @typedef {{type: string, version: number, facts: {fact: string, [field: string]: any}[], [field: string]: any}} Entry
 * @typedef {{version: number, events: Entry[], view: MatchView | null}} Written
 * @typedef {{n: number, key: string, event: GameEvent, after: number, pin?: string, since: number, sent?: boolean}} Outgoing An event that waits: its place in the queue, the version after which it was meant, when it was tapped, whether it may have been stored.
 * @typedef {{view: MatchView, legal: Legal, ruleset: Ruleset}} Shown
 * @typedef {"regular" | "irregular" | "impossible"} Still
 * @typedef {{version: number, items: {line: number, key: string | null, status: "stored" | "there" | "refused", version?: number, problem?: ProblemBody}[]}} QueueGiven
 * @typedef {{code: string, title?: string, detail?: string, rule?: string, version?: number, since?: Entry[], still?: Still[]}} ProblemBody
 */
export {};
