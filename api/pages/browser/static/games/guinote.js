/** Guiñote: a trick, the turn-up with the stock, cantes, malas and buenas. */
/** @import * as api from "openapi" */

import { progressOf, w } from "../shared/words.js";

/** @type {import("./index.js").Game<api.GuinoteView>} */
export const guinote = {
  deck: "spanish",
  toRight: true,
  lines(view) {
    const table = view.table;
    if (!table.triunfo)
      return [w.guinote.partida(table.partida), table.hand_of === "vueltas" ? w.guinote.vueltas : w.guinote.ida];
    return [
      w.guinote.trump(w.suit(table.triunfo, "spanish")),
      table.stock > 0 ? w.guinote.stock(table.stock) : w.guinote.arrastre,
      // A device without a network cannot tell if the partida goes on.
      table.hand_of === "vueltas" ? w.guinote.vueltas : table.hand_of ? w.guinote.ida : "",
    ];
  },
  hands: true,
  trick: (view) =>
    view.table.trick.map((card, i) => ({
      card,
      seat: view.table.leader === null ? null : (view.table.leader + i) % view.seats.length,
    })),
  last: (view) => view.table.last_trick,
  loose: (view) =>
    view.table.turn_up && view.table.stock > 0 ? [{ card: view.table.turn_up, zone: "turn_up", name: w.guinote.turnUp }] : [],
  progress: (view) => progressOf(view.table.tricks_taken, view.table.trick),
  heaps: () => [],
  inFront: () => [],
  beside: (view, seat) => view.table.cantes.filter((one) => one.seat === seat).map((one) => w.guinote.sung(one.value)),
  score: (view) => [
    { label: w.guinote.reading, values: view.score.reading, per: "side", main: true },
    { label: w.guinote.partidas, values: view.score.partidas, per: "side", result: true },
    { label: w.guinote.tricks, values: view.table.tricks_taken, per: "side" },
  ],
  tallies: { partidas: w.guinote.partidas, cante: w.guinote.cantes },
  playsOf: () => [],
  menus: { cante: "cante", exchange: "cante" },
  seldom: {
    draw: [
      { name: "seat", kind: "seat" },
      { name: "card", kind: "card" },
    ],
  },
  unclaimable: ["draw"],
};
