/** The cards to tap: the pack in its suits, or the hand if it is known. */

import { deck, Face, suitOf } from "../shared/cards.js";
import { html } from "../shared/ui.js";
import { w } from "../shared/words.js";
import { recordsAll } from "./controls.js";
import { canonical } from "./hooks.js";
import { isKnown, isLead, key, leadKey, nameIn, tap, zoneIn } from "./meaning.js";

/** @typedef {import("./store.js").Table} Table */
/** @typedef {import("../shared/types.js").MatchView} MatchView */

const MANY = 44;

/**
 * The effect of a tap on a key, in values that are equal as long as the effect is the same. It records at once if only one event can
 * be meant, and picks the card otherwise.
 *
 * @typedef {{event: string | undefined, order: number | undefined, isBusy: boolean}} Effect `event`: the one that is recorded, as in
 *   `data-event`; `order`: the place among the picks
 */

/**
 * @param {Table} table
 * @param {string} tapKey
 * @param {boolean} [irregular]
 * @returns {Effect}
 */
export function effectOf(table, tapKey, irregular = false) {
  const picks = table.picks.value;
  const at = picks.indexOf(tapKey);
  const event = table.free.value || irregular ? null : tap(table.meanings.value, picks, tapKey).event;
  return { event: event ? canonical(event) : undefined, order: at >= 0 ? at + 1 : undefined, isBusy: table.busy.value };
}

/**
 * The attributes of a button with such an effect.
 * @param {Table} table
 * @param {string} tapKey
 * @param {Effect} effect
 * @param {boolean} [irregular]
 */
export const tapping = (table, tapKey, { event, order, isBusy }, irregular = false) => ({
  type: "button",
  "data-event": event,
  "data-order": order,
  "aria-pressed": String(order !== undefined),
  disabled: isBusy,
  onClick: () => (event ? table.record(JSON.parse(event)) : choose(table, tapKey, irregular)),
});

/**
 * Picks a card, or asks before a play against the rules.
 * @param {Table} table
 * @param {string} tapKey
 * @param {boolean} irregular
 */
function choose(table, tapKey, irregular) {
  const picks = table.picks.value;
  if (table.free.value) table.picks.value = toggle(picks, tapKey);
  else if (irregular) table.question.value = irregularly(table, tapKey);
  else table.picks.value = tap(table.meanings.value, picks, tapKey).picks;
}

/**
 * A card that can be tapped. Any other card leaves its place empty. It is the same button, so that a slow device has none to
 * make for cards that come back. Its properties are plain values, and it reads no signal but the deck: it is drawn again only if one
 * of these has changed, and not with each tap.
 *
 * @param {{table: Table, pick: string, seat?: number, irregular?: boolean, isGone?: boolean} & Partial<Effect>} props
 */
export function CardKey({ table, pick, event, order, isBusy = false, seat, irregular = false, isGone = false }) {
  const card = nameIn(pick);
  const label = w.card(card, deck.value);
  if (isGone)
    return html`<button type="button" class="card gone" disabled aria-hidden="true" aria-label=${label}><${Face} card=${card} /></button>`;
  return html`<button
    ...${tapping(table, pick, { event, order, isBusy }, irregular)}
    class=${`card ${irregular ? "irregular" : ""}`}
    data-card=${card}
    data-zone=${zoneIn(pick)}
    data-seat=${seat}
    aria-label=${label}
  >
    <${Face} card=${card} />
  </button>`;
}

/**
 * A card that is only looked at.
 * @param {{table: Table, card: string, look?: string}} props
 */
export const Still = ({ table, card, look = "" }) => html`<span
  class=${`card still ${look}`}
  role="img"
  aria-label=${w.card(card, table.game?.deck ?? "french")}
><${Face} card=${card} /></span>`;

/**
 * @param {readonly string[]} picks
 * @param {string} tapKey
 */
function toggle(picks, tapKey) {
  if (picks.includes(tapKey)) return picks.filter((one) => one !== tapKey);
  return isLead(tapKey) ? [tapKey, ...picks.filter((one) => !isLead(one))] : [...picks, tapKey];
}

/**
 * The play of a card that no rule allows now. It has the form of the allowed plays.
 * @param {Table} table
 * @param {string} tapKey
 */
function irregularly(table, tapKey) {
  const simple = table.meanings.value.moves.find((move) => move.keys.size === 1 && isLead([...move.keys][0]));
  return simple ? { ...simple.event, card: nameIn(tapKey) } : null;
}

/**
 * The places from which the next card can come.
 * @param {{table: Table}} props
 */
export function Pad({ table }) {
  const view = /** @type {MatchView} */ (table.view.value);
  const { moves, subsets, openCards } = table.meanings.value;
  const free = table.free.value;
  const leads = free
    ? freeLeads(table, view)
    : moves.flatMap((move) =>
        move.event.card === undefined ? [] : [{ key: leadKey(move.event, view, table.game), seat: move.event.seat }],
      );
  const seatOfKey = new Map();
  for (const one of leads) {
    if (zoneIn(one.key) === "hand") continue;
    seatOfKey.set(one.key, seatOfKey.has(one.key) && seatOfKey.get(one.key) !== one.seat ? undefined : one.seat);
  }
  // The keys are those of the plays that follow, too, so that a slow device need not draw them anew.
  if (openCards) for (const card of table.ruleset.value?.cards ?? []) seatOfKey.set(key(openCards.field, "", card), undefined);
  const seats = view.seats.map((one) => one.seat).filter((seat) => shows(view, seat, leads, subsets));
  return html`<div class="pads">
    ${openCards ? html`<h3 key="opened">${openCards.count === 1 ? w.deal.turnUp : w.deal.table(openCards.count)}</h3>` : null}
    ${seats.map((seat) => html`<${Hand} key=${seat} table=${table} seat=${seat} leads=${leads} free=${free} />`)}
    ${seatOfKey.size > 0
      ? html`<${Pack} key="pack" table=${table} seatOfKey=${seatOfKey} against=${free ? [] : against(table, view, seatOfKey)} />`
      : null}
  </div>`;
}

/**
 * The cards that the seat in turn may hold and no rule allows now. They are marked, and the page asks before it records one.
 * @param {Table} table
 * @param {MatchView} view
 * @param {Map<string, unknown>} seatOfKey
 */
function against(table, view, seatOfKey) {
  const seat = view.turn;
  if (seat === null || isKnown(view, seat) || !recordsAll(table)) return [];
  const simple = table.meanings.value.moves.some(
    (move) => move.event.seat === seat && move.keys.size === 1 && zoneIn([...move.keys][0]) === "pad",
  );
  return simple ? table.course.mayHold(seat).filter((card) => !seatOfKey.has(key("pad", "", card))) : [];
}

/**
 * True if a known hand is laid out: it may act, or it is the only one that the reader sees.
 * @param {MatchView} view
 * @param {number} seat
 * @param {{key: string}[]} leads
 * @param {import("./meaning.js").Subset[]} subsets
 */
function shows(view, seat, leads, subsets) {
  if (!isKnown(view, seat) || view.hand_sizes[seat] === 0) return false;
  const own = `hand|${seat}|`;
  if (leads.some((one) => one.key.startsWith(own))) return true;
  if (subsets.some((one) => [...one.keys].some((each) => each.startsWith(own)))) return true;
  return view.hands.filter((hand, one) => hand && isKnown(view, one)).length === 1;
}

/**
 * All cards that the seat in turn could lay, even against the rules.
 * @param {Table} table
 * @param {MatchView} view
 */
function freeLeads(table, view) {
  const seat = view.turn ?? 0;
  const events = table.meanings.value.moves.map((move) => move.event);
  const hand = isKnown(view, seat) ? view.hands[seat] : null;
  if (!hand && table.alone.value) return table.course.mayHold(seat).map((card) => ({ key: key("pad", "", card), seat }));
  const cards = hand ?? [...new Set(events.flatMap((event) => (event.card === undefined ? [] : [event.card])))];
  return cards.map((card) => ({ key: hand ? key("hand", seat, card) : key("pad", "", card), seat }));
}

/** @param {{table: Table, seat: number, leads: {key: string}[], free: boolean}} props */
function Hand({ table, seat, leads, free }) {
  const view = /** @type {MatchView} */ (table.view.value);
  const subset = table.meanings.value.subsets.find(
    (one) => one.entry.seat === seat && [...one.keys].some((each) => each.startsWith("hand|")),
  );
  const acts = subset !== undefined || leads.some((one) => one.key.startsWith(`hand|${seat}|`));
  const simple = acts && table.meanings.value.moves.some((move) => move.keys.size === 1 && isLead([...move.keys][0]));
  const cards = (view.hands[seat] ?? []).map((card) => key("hand", seat, card));
  const regular = cards.filter((one) => subset?.keys.has(one) || leads.some((lead) => lead.key === one));
  const others = cards.filter((one) => !regular.includes(one));
  return html`<section class="hand" aria-label=${table.name(seat)}>
    <h3>${table.name(seat)}</h3>
    <div class="row">
      ${regular.map((one) => html`<${CardKey} key=${one} table=${table} pick=${one} seat=${seat} ...${effectOf(table, one)} />`)}
      ${others.map((one) =>
        simple && !free
          ? html`<${CardKey} key=${one} table=${table} pick=${one} seat=${seat} irregular=${true} ...${effectOf(table, one, true)} />`
          : html`<${Still} key=${one} table=${table} card=${nameIn(one)} />`,
      )}
    </div>
  </section>`;
}

/**
 * A class for a pack with more than eleven cards a suit. They are narrow, and stand in a row if there is room for one.
 * @param {readonly string[]} cards
 */
const many = (cards) => (cards.length > MANY ? "many" : "");

/**
 * The pack in its suits. A card that lies elsewhere leaves its place empty: between two taps nothing moves under the thumb.
 * @param {{table: Table, seatOfKey: Map<string, number | undefined>, against: readonly string[]}} props
 */
function Pack({ table, seatOfKey, against }) {
  const cards = table.ruleset.value?.cards ?? [];
  const suits = [...new Set(cards.map(suitOf))];
  const byCard = new Map([...seatOfKey].map(([one, seat]) => [nameIn(one), { one, seat }]));
  const view = /** @type {MatchView} */ (table.view.value);
  return html`<div
    class=${`pack ${many(cards)}`}
    style=${`--ranks: ${Math.ceil(cards.length / 4)}; --rows: ${Math.ceil(cards.length / 6)}`}
  >
    ${suits.map((suit) => html`<div
      class="suit"
      key=${suit}
      role="group"
      aria-label=${suit === "X" ? w.card("X1", "spanish") : w.suit(suit, table.game?.deck ?? "french")}
    >
      ${cards
        .filter((card) => suitOf(card) === suit)
        .map((card) => {
          const lead = byCard.get(card);
          const pick = lead?.one ?? key(against.includes(card) ? "pad" : "", "", card);
          if (lead)
            return html`<${CardKey} key=${card} table=${table} pick=${pick} seat=${lead.seat} ...${effectOf(table, pick)} />`;
          return against.includes(card)
            ? html`<${CardKey}
                key=${card}
                table=${table}
                pick=${pick}
                seat=${view.turn}
                irregular=${true}
                ...${effectOf(table, pick, true)}
              />`
            : html`<${CardKey} key=${card} table=${table} pick=${pick} isGone=${true} />`;
        })}
    </div>`)}
  </div>`;
}

/**
 * The cards of a pack, any of which can be chosen for a field.
 *
 * @param {{
 *   table: Table,
 *   cards: readonly string[],
 *   zone: string,
 *   picks: readonly string[],
 *   choose: (card: string) => void,
 *   seat?: number,
 * }} props
 */
export function ChoicePad({ table, cards, zone, picks, choose, seat }) {
  const deck = table.game?.deck ?? "french";
  const all = table.ruleset.value?.cards ?? [];
  const suits = [...new Set(cards.map(suitOf))];
  return html`<div class=${`pack choice ${many(all)}`} style=${`--ranks: ${Math.ceil(all.length / 4)}`}>
    ${suits.map(
      (suit) => html`<div class="suit" key=${suit} role="group">
        ${all
          .filter((card) => suitOf(card) === suit)
          .map((card) => {
            if (!cards.includes(card)) return html`<span key=${card} class="card gone"></span>`;
            const at = picks.indexOf(card);
            return html`<button
              type="button"
              key=${card}
              class="card"
              data-card=${card}
              data-zone=${zone}
              data-seat=${seat}
              data-order=${at >= 0 ? at + 1 : undefined}
              aria-pressed=${String(at >= 0)}
              aria-label=${w.card(card, deck)}
              disabled=${table.busy.value}
              onClick=${() => choose(card)}
            >
              <${Face} card=${card} />
            </button>`;
          })}
      </div>`,
    )}
  </div>`;
}
