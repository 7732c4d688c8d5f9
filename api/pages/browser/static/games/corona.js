/** Por la Corona: two armies, income, packs and cementerios. */
/** @import * as api from "openapi" */

import { w } from "../shared/words.js";

/** @type {import("./index.js").Game<api.CoronaView>} */
export const corona = {
  deck: "spanish",
  toRight: false,
  lines(view) {
    const table = view.table;
    const lines = [w.corona.phases[view.phase] ?? ""];
    const combats = table.combats ?? [];
    const resolvedCombats = combats.filter((one) => one.outcome !== null);
    if (view.phase === "combat") lines.push(w.corona.combats(resolvedCombats.length, combats.length));
    const last = resolvedCombats.at(-1);
    if (last?.outcome) lines.push(w.meeting({ ...last, ...last.outcome }));
    if (view.phase === "hire") lines.push(table.income_left === null ? w.corona.anyCost : w.corona.left(table.income_left));
    return lines;
  },
  trick: () => [],
  loose: (view) => (view.table.income ? [{ card: view.table.income, name: w.corona.phases.income }] : []),
  progress: () => null,
  heaps: () => [],
  inFrontTitle: w.corona.army,
  inFront(view, seat) {
    const army = view.table.armies[seat];
    return [
      ...army.upright.map((card) => ({ card, seat, zone: /** @type {const} */ ("army") })),
      ...army.turned.map((card) => ({ card, seat, zone: /** @type {const} */ ("front"), isTurned: true })),
    ];
  },
  beside: (view, seat) => [w.corona.pack(view.table.pack_sizes[seat]), w.corona.cementerio(view.table.cementerio_sizes[seat])],
  score: (view) => [{ label: w.corona.battles, values: view.score.totals, per: "side", main: true }],
  zones: { income: "pack", attack: "army" },
  orderedEvents: ["attack"],
  seldom: {
    draw: [
      { name: "seat", kind: "seat" },
      { name: "card", kind: "card" },
    ],
  },
  unclaimable: ["draw"],
  playsOf(view, seat, { lead }) {
    return lead !== null && view.phase === "hire" ? [{ type: "hire", seat, card: lead, observed: true }] : [];
  },
};
