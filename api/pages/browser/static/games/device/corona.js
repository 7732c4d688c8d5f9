/** Por la Corona: two packs, one for each seat, income, armies, and the cost of an attack. */

import { leaves, mayHold, receives, shows, voids } from "./state.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Device} Device */
/** @typedef {import("./state.js").GameEvent} GameEvent */
/** @typedef {import("./state.js").MatchView} MatchView */
/** @typedef {{upright: string[], turned: string[], hired: string[]}} Army */

const HAND = 7;
/** The ability of each suit, unless the house rules of the match give another. */
const ABILITIES = { O: "draw", C: "charge", E: "pierce", B: "drain" };
const NAMES = { O: "oros", C: "copas", E: "espadas", B: "bastos" };
const SUIT_CARDS = 2;
const ANY_COST = null;

/** @param {string} card */
const number = (card) => (card.startsWith("X") ? 0 : Number(card.slice(0, -1)));

/** @param {string | null} card */
const isJoker = (card) => card !== null && card.startsWith("X");

/** @param {string} card */
const suit = (card) => (isJoker(card) ? "X" : card.slice(-1));

/**
 * True if a card has this ability in this match.
 * @param {MatchView} view
 * @param {string} card
 * @param {string} ability
 */
function can({ params }, card, ability) {
  const of = /** @type {keyof typeof NAMES} */ (suit(card));
  return (params[NAMES[of]] ?? ABILITIES[of]) === ability;
}

/** @param {MatchView} view @param {string} card */
const worth = ({ params }, card) => number(card) + (params.extra_income ?? 0);

/** @param {readonly string[]} cards */
const inCardOrder = (cards) =>
  [...cards].sort(
    (one, other) =>
      "OCEBX".indexOf(suit(one)) - "OCEBX".indexOf(suit(other)) || number(one) - number(other) || one.localeCompare(other),
  );

/**
 * A list with another value at one seat.
 * @template T
 * @param {readonly T[]} list
 * @param {number} seat
 * @param {(before: T) => T} change
 */
const at = (list, seat, change) => list.map((one, i) => (i === seat ? change(one) : one));

/** @param {State} state @param {number} seat @param {(army: Army) => Army} change */
const marshals = (state, seat, change) => shows(state, {}, { armies: at(state.view.table.armies, seat, change) });

/**
 * Cards come to lie in a cementerio; null stands for a card that was not seen.
 * @param {State} state
 * @param {number} seat
 * @param {readonly (string | null)[]} cards
 */
function buries(state, seat, cards) {
  const { cementerios, cementerio_sizes } = state.view.table;
  const faces = /** @type {string[]} */ (cards.filter((card) => card !== null));
  return shows(
    state,
    {},
    {
      cementerios: at(cementerios, seat, (/** @type {string[]} */ before) => inCardOrder([...before, ...faces])),
      cementerio_sizes: at(cementerio_sizes, seat, (/** @type {number} */ n) => n + cards.length),
    },
  );
}

/**
 * The pack loses this number of cards. The card shown at the start is its last: once that is gone it lies in the cementerio,
 * seen or not.
 *
 * @param {State} state
 * @param {number} seat
 * @param {number} count
 */
const spends = (state, seat, count) =>
  shows(state, {}, { pack_sizes: at(state.view.table.pack_sizes, seat, (/** @type {number} */ n) => n - count) });

/**
 * The next cards of a pack go to its cementerio.
 * @param {State} state
 * @param {number} seat
 * @param {readonly (string | null)[]} cards
 */
function pays(state, seat, cards) {
  const afterPayment = buries(spends(state, seat, cards.length), seat, cards);
  const { pack_sizes, bottoms, cementerios } = afterPayment.view.table;
  const bottom = bottoms[seat];
  if (pack_sizes[seat] > 0 || bottom === null || cards.length === 0) return afterPayment;
  const isThere = cementerios[seat].includes(bottom);
  return shows(
    afterPayment,
    {},
    {
      bottoms: at(bottoms, seat, () => null),
      ...(isThere ? {} : { cementerios: at(cementerios, seat, (/** @type {string[]} */ before) => inCardOrder([...before, bottom])) }),
    },
  );
}

/**
 * @param {State} state
 * @param {number} seat
 * @param {number} count
 */
function draws(state, seat, count) {
  const afterDraw = receives(spends(state, seat, count), seat, count);
  const { pack_sizes, bottoms } = afterDraw.view.table;
  const bottom = bottoms[seat];
  if (pack_sizes[seat] > 0 || bottom === null || count === 0) return afterDraw;
  const hands = at(afterDraw.view.hands, seat, (hand) => inCardOrder([...(hand ?? []), bottom]));
  return shows(afterDraw, { hands }, { bottoms: at(bottoms, seat, () => null) });
}

/** @param {State} state @param {string} cause @returns {State} */
const loses = (state, cause) => ({ ...shows(state, { phase: "over", turn: null }, { active: null, lost_at: cause }), sure: false });

/** @param {State} state @param {GameEvent} event */
function start(state, event) {
  const last = event.shown[event.shown.length - 1];
  return shows(
    state,
    { phase: "deal" },
    { shown: event.shown, starter: number(last[0]) > number(last[1]) ? 0 : 1, bottoms: last },
  );
}

/** @param {State} state @param {GameEvent} event @returns {State | null} */
function deal(state, event) {
  const { table, seats } = state.view;
  if (event.packs) return null;
  const hands = event.hands ?? seats.map(() => null);
  const [size] = table.pack_sizes;
  const first = state.view.params.hand ?? HAND;
  return shows(
    state,
    { phase: "income", hand: 1, turn: table.starter, hands, hand_sizes: seats.map(() => first) },
    { active: table.starter, pack_sizes: seats.map(() => size - first) },
  );
}

/** @param {State} state @param {GameEvent} event @returns {State | null} */
function income(state, event) {
  const seat = /** @type {number} */ (event.seat);
  if (state.view.table.pack_sizes[seat] === 0) return loses(state, "income");
  if (!event.card) return null;
  const afterStanding = marshals(pays(state, seat, [event.card]), seat, (army) => ({
    ...army,
    upright: inCardOrder([...army.upright, ...army.turned]),
    turned: [],
  }));
  return shows(
    afterStanding,
    { phase: "hire" },
    { income: event.card, income_left: isJoker(event.card) ? ANY_COST : worth(state.view, event.card) },
  );
}

/** @param {State} state @param {GameEvent} event */
function hire(state, event) {
  const [seat, card] = [/** @type {number} */ (event.seat), /** @type {string} */ (event.card)];
  const { table } = state.view;
  const joker = isJoker(table.income);
  const left = joker ? 0 : Math.max(0, table.income_left - number(card));
  const afterHire = marshals(leaves(state, seat, [card]), seat, (army) => ({
    ...army,
    upright: inCardOrder([...army.upright, card]),
    hired: inCardOrder([...army.hired, card]),
  }));
  return { ...shows(afterHire, {}, { income_left: left, answerable: joker || state.own.replied ? null : card }), gone: [] };
}

/** @param {State} state @param {GameEvent} event @returns {State} */
function replica(state, event) {
  const seat = /** @type {number} */ (event.seat);
  const cards = event.cards ?? [];
  const { active, answerable } = state.view.table;
  const without = (/** @type {string[]} */ list) => list.filter((card) => card !== answerable);
  const afterReply = marshals(buries(leaves(state, seat, cards), seat, cards), active, (army) => ({
    ...army,
    upright: without(army.upright),
    hired: without(army.hired),
  }));
  return { ...shows(buries(afterReply, active, [answerable]), {}, { answerable: null }), gone: [], own: { replied: true } };
}

/** @param {State} state @param {GameEvent} event */
function attack(state, event) {
  const seat = /** @type {number} */ (event.seat);
  const cards = event.cards ?? [];
  const afterTurning = marshals(declares(state, []), seat, (army) => ({
    upright: army.upright.filter((card) => !cards.includes(card)),
    turned: inCardOrder([...army.turned, ...cards]),
    hired: army.hired.filter((card) => !cards.includes(card)),
  }));
  return shows(afterTurning, { phase: "defend", turn: 1 - seat }, { attackers: cards, answerable: null });
}

/**
 * Number of cards that an attacker costs the pack of the defender.
 * @param {MatchView} view
 * @param {string} attacker
 * @param {boolean} isBlocked
 */
function cost(view, attacker, isBlocked) {
  if (isBlocked) return can(view, attacker, "drain") ? SUIT_CARDS : 0;
  return number(attacker) + (can(view, attacker, "pierce") ? SUIT_CARDS : 0);
}

/**
 * The combats of a defence, in a match that records them one by one.
 * @param {State} state
 * @param {readonly any[]} combats
 */
const declares = (state, combats) => (state.view.table.combats ? shows(state, {}, { combats }) : state);

/** @param {State} state @param {GameEvent} event @returns {State | null} */
function defend(state, event) {
  const { attackers, active, combats } = state.view.table;
  if (!combats || attackers.length === 0) return defendWhole(state, event);
  const blocks = new Map((event.blocks ?? []).map((/** @type {any} */ one) => [one.attacker, one.defender]));
  return shows(
    declares(
      state,
      attackers.map((/** @type {string} */ attacker) => ({ attacker, defender: blocks.get(attacker) ?? null, outcome: null })),
    ),
    { phase: "combat", turn: 1 - active },
  );
}

/** @param {State} state @param {GameEvent} event @returns {State | null} */
function defendWhole(state, event) {
  const seat = /** @type {number} */ (event.seat);
  const blocks = new Map((event.blocks ?? []).map((/** @type {any} */ one) => [one.attacker, one.defender]));
  const { attackers, active, pack_sizes } = state.view.table;
  const due = attackers.reduce(
    (/** @type {number} */ sum, /** @type {string} */ one) => sum + cost(state.view, one, blocks.has(one)),
    0,
  );
  const losses = [...(event.lost ?? [])];
  if (losses.length < Math.min(due, pack_sizes[seat])) return null;
  let next = state;
  let toDraw = event.draw ?? Infinity;
  for (const attacker of attackers) {
    const meeting = meets(next, attacker, blocks.get(attacker) ?? null, losses, toDraw);
    next = meeting.state;
    if (meeting.short) return loses(next, "damage");
    toDraw -= meeting.outcome.drawn;
  }
  return shows(next, { phase: "end", turn: active }, { attackers: [] });
}

/** @param {State} state @param {GameEvent} event @returns {State | null} */
function combat(state, event) {
  const { attackers, active, combats, pack_sizes } = state.view.table;
  const index = combats.length - attackers.length;
  const { attacker, defender } = combats[index];
  const losses = [...(event.lost ?? [])];
  if (losses.length < Math.min(cost(state.view, attacker, defender !== null), pack_sizes[1 - active])) return null;
  const meeting = meets(state, attacker, defender, losses, event.draw ?? Infinity);
  const next = shows(
    meeting.state,
    {},
    {
      attackers: attackers.slice(1),
      combats: [...combats.slice(0, index), { attacker, defender, outcome: meeting.outcome }, ...combats.slice(index + 1)],
    },
  );
  if (meeting.short) return loses(next, "damage");
  return attackers.length > 1 ? next : shows(next, { phase: "end", turn: active });
}

/**
 * The defender meets one attacker. Cards fall, the pack pays from `losses` (which loses the paid cards), and the attacker draws.
 * @param {State} state
 * @param {string} attacker
 * @param {string | null} defender
 * @param {(string | null)[]} losses
 * @param {number} toDraw
 */
function meets(state, attacker, defender, losses, toDraw) {
  const { active } = state.view.table;
  const seat = 1 - active;
  const due = cost(state.view, attacker, defender !== null);
  const afterClash = defender === null ? state : clash(state, active, attacker, seat, defender);
  const payment = losses.splice(0, Math.min(due, state.view.table.pack_sizes[seat]));
  const afterPayment = pays(afterClash, seat, payment);
  const short = payment.length < due;
  const draw =
    short || defender !== null || !can(state.view, attacker, "draw")
      ? 0
      : Math.min(SUIT_CARDS, toDraw, afterPayment.view.table.pack_sizes[active]);
  const casualties =
    defender === null
      ? []
      : [
          ...(number(attacker) <= number(defender) ? [attacker] : []),
          ...(number(defender) <= number(attacker) ? [defender] : []),
        ];
  return { state: draws(afterPayment, active, draw), short, outcome: { fallen: casualties, cost: payment, drawn: draw } };
}

/**
 * The lower number falls, or both of equals.
 * @param {State} state
 * @param {number} active
 * @param {string} attacker
 * @param {number} seat
 * @param {string} defender
 */
function clash(state, active, attacker, seat, defender) {
  const first = number(attacker) <= number(defender) ? falls(state, active, attacker) : state;
  return number(defender) <= number(attacker) ? falls(first, seat, defender) : first;
}

/**
 * @param {State} state
 * @param {number} seat
 * @param {string} card
 */
function falls(state, seat, card) {
  const without = (/** @type {string[]} */ list) => list.filter((one) => one !== card);
  return buries(
    marshals(state, seat, (army) => ({
      upright: without(army.upright),
      turned: without(army.turned),
      hired: without(army.hired),
    })),
    seat,
    [card],
  );
}

/** @param {State} state @param {GameEvent} event @returns {State} */
function endTurn(state, event) {
  const active = 1 - /** @type {number} */ (event.seat);
  const armies = state.view.table.armies.map((/** @type {Army} */ army) => ({ ...army, hired: [] }));
  const over = shows(declares(state, []), {}, { armies, income: null, income_left: null, answerable: null, active });
  if (over.view.table.pack_sizes[active] === 0) return loses(over, "draw");
  return { ...draws(shows(over, { phase: "income", turn: active }), active, 1), own: {} };
}

/** @param {State} state @param {GameEvent} event @returns {State | null} */
function recover(state, event) {
  const seat = /** @type {number} */ (event.seat);
  if (event.pack) return null;
  const [aside, cards] = [[event.joker, /** @type {string} */ (event.card)], event.cards ?? []];
  const { table } = state.view;
  const out = shows(
    leaves(state, seat, aside),
    {},
    {
      out: at(table.out, seat, (/** @type {string[]} */ before) => inCardOrder([...before, ...aside])),
      cementerios: at(table.cementerios, seat, (/** @type {string[]} */ before) =>
        before.filter((card) => !cards.includes(card)),
      ),
      cementerio_sizes: at(table.cementerio_sizes, seat, (/** @type {number} */ n) => n - cards.length),
      // A shuffled pack has no last card that is known.
      bottoms: at(table.bottoms, seat, () => null),
    },
  );
  return { ...spends(out, seat, -cards.length), gone: [] };
}

/** @type {Device} */
export const corona = {
  steps: {
    start,
    deal,
    income,
    hire,
    replica,
    attack,
    defend,
    combat,
    end_turn: endTurn,
    recover,
    draw: (state) => state,
    redeal: (state) => voids(state),
  },
  next(state, pack) {
    const { view } = state;
    const { table } = view;
    const seat = table.active;
    switch (view.phase) {
      case "start":
        return [{ type: "start", choose: { shown: { cards: pack, seats: 2, again: "equal" } } }];
      case "deal":
        return [{ type: "deal", choose: { packs: "optional", hands: "optional" } }];
      case "income":
        return [
          ...(table.pack_sizes[seat] === 0
            ? [{ type: "income", seat }]
            : unseen(state, seat, pack).map((card) => ({ type: "income", seat, card }))),
          ...recoveries(state),
        ];
      case "hire":
        return [...hires(state, seat, pack), ...recoveries(state)];
      case "defend":
        return [defence(view), ...recoveries(state)];
      case "combat":
        return [meeting(view), ...recoveries(state)];
      case "end":
        return [{ type: "end_turn", seat }, ...recoveries(state)];
      default:
        return [];
    }
  },
};

/**
 * The cards of a seat's own pack that were not seen elsewhere.
 * @param {State} state
 * @param {number} seat
 * @param {readonly string[]} pack
 */
function unseen(state, seat, pack) {
  const { table, hands } = state.view;
  const army = table.armies[seat];
  const elsewhere = new Set([...table.cementerios[seat], ...army.upright, ...army.turned, ...table.out[seat], ...(hands[seat] ?? [])]);
  return pack.filter((card) => !elsewhere.has(card) && (card !== table.bottoms[seat] || table.pack_sizes[seat] === 1));
}

/**
 * @param {State} state
 * @param {number} seat
 * @param {readonly string[]} pack
 * @returns {GameEvent[]}
 */
function hires(state, seat, pack) {
  const { table, hands, hand_sizes } = state.view;
  const candidates =
    hands[seat]?.length === hand_sizes[seat]
      ? mayHold(state, seat, pack)
      : [...(hands[seat] ?? []), ...unseen(state, seat, pack)];
  const may =
    hand_sizes[seat] === 0
      ? []
      : candidates.filter((card) => !isJoker(card) && (table.income_left === ANY_COST || number(card) <= table.income_left));
  const army = table.armies[seat];
  const ready = army.upright.filter(
    (/** @type {string} */ card) => !army.hired.includes(card) || can(state.view, card, "charge"),
  );
  const other = 1 - seat;
  const answer =
    table.answerable && hand_sizes[other] > 0
      ? [
          {
            type: "replica",
            seat: other,
            choose: { cards: null, min: 1, max: hand_sizes[other], exceed: number(table.answerable) },
          },
        ]
      : [];
  return [
    ...may.map((card) => ({ type: "hire", seat, card })),
    { type: "attack", seat, choose: { cards: ready, min: 0, max: ready.length } },
    ...answer,
  ];
}

/** @param {MatchView} view @returns {GameEvent} */
function defence(view) {
  const { attackers, armies, active, pack_sizes, combats } = view.table;
  const seat = 1 - active;
  if (combats) return { type: "defend", seat, choose: { attackers, defenders: armies[seat].upright } };
  let mostBefore = 0;
  const tolls = attackers.map((/** @type {string} */ attacker) => {
    const [unblocked, blocked] = [cost(view, attacker, false), cost(view, attacker, true)];
    const most = can(view, attacker, "draw") ? SUIT_CARDS : 0;
    // The first attacker that the pack cannot pay for ends the battle, and draws nothing.
    const isPaid = mostBefore + unblocked <= pack_sizes[seat];
    mostBefore += Math.max(unblocked, blocked);
    const draws = isPaid || most === 0 ? { draws: most } : { draws: 0, draws_if_paid: most };
    return { attacker, unblocked, blocked, ...draws };
  });
  const draw = attackers.some((/** @type {string} */ one) => can(view, one, "draw")) ? { draw_at_most: pack_sizes[active] } : {};
  return {
    type: "defend",
    seat,
    choose: { attackers, defenders: armies[seat].upright, tolls, lost_at_most: pack_sizes[seat], ...draw },
  };
}

/** @param {MatchView} view @returns {GameEvent} */
function meeting(view) {
  const { attackers, active, pack_sizes, combats } = view.table;
  const seat = 1 - active;
  const { attacker, defender } = combats[combats.length - attackers.length];
  const due = cost(view, attacker, defender !== null);
  const isPaid = due <= pack_sizes[seat];
  const draws = isPaid && defender === null && can(view, attacker, "draw") ? Math.min(SUIT_CARDS, pack_sizes[active]) : 0;
  return {
    type: "combat",
    seat,
    choose: { attacker, defender, cost: due, pack_size: pack_sizes[seat], draws, lost: Math.min(due, pack_sizes[seat]) },
  };
}

/** @param {State} state @returns {GameEvent[]} */
function recoveries(state) {
  const { table, hand_sizes } = state.view;
  return [0, 1]
    .filter((seat) => hand_sizes[seat] >= 2)
    .map((seat) => {
      const unseenCount = table.cementerio_sizes[seat] - table.cementerios[seat].length;
      const lying = table.cementerios[seat];
      return {
        type: "recover",
        seat,
        choose:
          unseenCount > 0
            ? { jokers: null, cards: null, from: null, named: lying, unseen: unseenCount }
            : { jokers: null, cards: null, from: lying },
      };
    });
}
