/** Casino: loose cards and builds, rounds, sweeps. */
/** @import * as api from "openapi" */

import { joinNames, w } from "../shared/words.js";

const HIGHEST_BUILD = 16;

/** @type {import("./index.js").Game<api.CasinoClassicView | api.CasinoRoyalView | api.CasinoSpadesView>} */
export const casino = {
  deck: "french",
  toRight: false,
  lines(view, name) {
    const table = view.table;
    if (view.phase !== "play") return [];
    const debts = table.must_trail.map((one) =>
      w.casino.owes(name(one.seat), joinNames(one.cards.map((card) => w.card(card, "french")))),
    );
    return [
      w.casino.round(table.round, table.rounds),
      w.casino.stock(table.stock),
      ...(table.last_announced ? [w.casino.lastAnnounced] : []),
      ...debts,
    ];
  },
  hands: true,
  trick: () => [],
  loose: (view) => view.table.loose.map((card) => ({ card })),
  progress: (view) => (view.table.round > 0 ? w.progress.round(view.table.round) : null),
  heaps: (view, name) =>
    view.table.builds.map(({ id, value, owner, cards }) => ({ id, value, cards, title: w.casino.build(value, name(owner)) })),
  heapsOf: (event) => [...(event.builds ?? []), ...(event.build === undefined ? [] : [event.build])],
  inFront: () => [],
  beside: () => [],
  score: (view) => [
    { label: w.total, values: view.score.totals, per: "side", main: true },
    { label: w.casino.taken, values: view.table.taken, per: "side" },
    ...(view.params.sweeps ? [{ label: w.casino.sweeps, values: view.table.sweeps, per: /** @type {const} */ ("side") }] : []),
  ],
  tallies: { sweeps: w.casino.sweeps },
  playsOf(view, seat, { lead, table, heaps }) {
    if (lead === null) return [];
    /** @type {import("../shared/types.js").GameEvent[]} */
    const events = [];
    if (table.length === 0 && heaps.length === 0) events.push({ type: "trail", seat, card: lead });
    events.push({ type: "take", seat, card: lead, cards: table, ...(heaps.length ? { builds: heaps } : {}) });
    const values = Array.from({ length: HIGHEST_BUILD }, (_, i) => i + 1);
    if (table.length > 0 && heaps.length === 0)
      events.push(...values.map((value) => ({ type: "build", seat, card: lead, cards: table, value })));
    if (heaps.length === 1) events.push({ type: "duplicate", seat, card: lead, cards: table, build: heaps[0] });
    if (heaps.length === 1 && table.length === 0)
      events.push(...values.map((value) => ({ type: "raise", seat, card: lead, build: heaps[0], value })));
    return events;
  },
  seldom: {
    expose: [
      { name: "card", kind: "card" },
      { name: "seat", kind: "seat?" },
    ],
    short_hand: [
      { name: "seat", kind: "seat" },
      { name: "cards", kind: "count" },
      { name: "cause", kind: "cause", of: [null, "dealt_too_many", "out_of_turn", "played_two", "pack_short"] },
    ],
    looked: [{ name: "seat", kind: "seat" }],
  },
};
