/** Casino: loose cards and builds, rounds, sweeps. */
/** @import * as api from "openapi" */

import { joined, w } from "../shared/words.js";

const HIGHEST_BUILD = 16;

/** @type {import("./index.js").Game<api.CasinoClassicView | api.CasinoRoyalView | api.CasinoSpadesView>} */
export const casino = {
  deck: "french",
  toRight: false,
  lines(view, name) {
    const table = view.table;
    if (view.phase !== "play") return [];
    const owed = table.must_trail.map((one) => w.casino.owes(name(one.seat), joined(one.cards.map((card) => w.card(card, "french")))));
    return [
      w.casino.round(table.round, table.rounds),
      w.casino.stock(table.stock),
      ...(table.last_announced ? [w.casino.lastAnnounced] : []),
      ...owed,
    ];
  },
  hands: true,
  trick: () => [],
  loose: (view) => view.table.loose.map((card) => ({ card })),
  progress: (view) => (view.table.round > 0 ? w.progress.round(view.table.round) : null),
  builds: (view) => view.table.builds,
  army: () => [],
  beside: () => [],
  score: (view) => [
    { label: w.total, values: view.score.totals, per: "side", main: true },
    { label: w.casino.taken, values: view.table.taken, per: "side" },
    ...(view.params.sweeps ? [{ label: w.casino.sweeps, values: view.table.sweeps, per: /** @type {const} */ ("side") }] : []),
  ],
  tallies: { sweeps: w.casino.sweeps },
  free(view, seat, { lead, table, builds }) {
    if (lead === null) return [];
    /** @type {import("../shared/types.js").GameEvent[]} */
    const events = [];
    if (table.length === 0 && builds.length === 0) events.push({ type: "trail", seat, card: lead });
    events.push({ type: "take", seat, card: lead, cards: table, ...(builds.length ? { builds } : {}) });
    const values = Array.from({ length: HIGHEST_BUILD }, (_, i) => i + 1);
    if (table.length > 0 && builds.length === 0) events.push(...values.map((value) => ({ type: "build", seat, card: lead, cards: table, value })));
    if (builds.length === 1) events.push({ type: "duplicate", seat, card: lead, cards: table, build: builds[0] });
    if (builds.length === 1 && table.length === 0) events.push(...values.map((value) => ({ type: "raise", seat, card: lead, build: builds[0], value })));
    return events;
  },
};
