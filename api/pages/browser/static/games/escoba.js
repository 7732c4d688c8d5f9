/** Escoba, Scopa and Scopone: cards on the table, sweeps, rounds of three. */
/** @import * as api from "openapi" */

import { w } from "../shared/words.js";

/** @type {import("./index.js").Game<api.EscobaView | api.ScopaView | api.ScoponeView>} */
export const escoba = {
  deck: "spanish",
  toRight: true,
  lines(view, name) {
    const table = view.table;
    if (view.phase !== "play") return [];
    return [
      w.casino.round(table.round, table.rounds),
      w.casino.stock(table.stock),
      ...(table.owed ? [w.casino.owes(name(table.owed.seat), w.card(table.owed.card, "spanish"))] : []),
    ];
  },
  hands: true,
  trick: () => [],
  loose: (view) => view.table.cards.map((card) => ({ card })),
  progress: (view) => (view.table.round > 0 ? w.progress.round(view.table.round) : null),
  heaps: () => [],
  inFront: () => [],
  beside: () => [],
  score: (view) => [
    { label: w.total, values: view.score.totals, per: "side", main: true },
    { label: w.casino.taken, values: view.table.taken, per: "side" },
    { label: w.casino.escobas, values: view.table.sweeps, per: "side" },
  ],
  tallies: { sweeps: w.casino.escobas },
  playsOf(view, seat, { lead, table }) {
    /** @type {import("../shared/types.js").GameEvent[]} */
    const events = [];
    if (lead !== null && table.length === 0) events.push({ type: "trail", seat, card: lead });
    if (lead !== null) events.push({ type: "take", seat, card: lead, cards: table });
    if (lead === null && table.length > 0 && "renuncio" in view.params && view.params.renuncio)
      events.push({ type: "take", seat, cards: table });
    return events;
  },
};
