/** Corazones: a trick, the state of the hearts, the giver and taker of each pass. */
/** @import * as api from "openapi" */

import { progressOf, w } from "../shared/words.js";

/** @type {import("./index.js").Game<api.HeartsCastillarView | api.HeartsYppediaView>} */
export const hearts = {
  deck: "french",
  toRight: false,
  lines(view, name) {
    const table = view.table;
    const round = table.extra_round ? w.hearts.extra : w.hearts.round(view.hand);
    const passingTo = table.passing_to;
    if (view.phase === "pass" && passingTo) {
      const left = view.seats.map((one) => one.seat).filter((seat) => !table.passed.includes(seat));
      return [round, ...left.map((seat) => w.hearts.passTo(name(seat), name(passingTo[seat])))];
    }
    return view.phase === "play" ? [round, table.hearts_broken ? w.hearts.broken : w.hearts.whole] : [round];
  },
  trick: (view) =>
    view.table.trick.map((card, i) => ({
      card,
      seat: view.table.leader === null ? null : (view.table.leader + i) % view.seats.length,
    })),
  last: (view) => view.table.last_trick,
  loose: () => [],
  progress: (view) => progressOf(view.table.tricks_taken, view.table.trick),
  heaps: () => [],
  inFront: () => [],
  beside: (view, seat) => (view.phase === "play" && view.table.points_taken ? [w.points(view.table.points_taken[seat])] : []),
  score: (view) => [
    { label: w.total, values: view.score.totals, per: "side", main: true },
    ...("stars" in view.score ? [{ label: w.hearts.stars, values: view.score.stars, per: /** @type {const} */ ("seat") }] : []),
    ...("rounds_won" in view.score
      ? [{ label: w.hearts.rounds, values: view.score.rounds_won, per: /** @type {const} */ ("seat") }]
      : []),
  ],
  tallies: { stars: w.hearts.stars, rounds_won: w.hearts.rounds, moon: w.hearts.moons },
  playsOf: () => [],
  awaits: (view) => (view.phase === "pass" ? w.hearts.pass : null),
  seldom: {
    change: [{ name: "seat", kind: "seat" }],
    announce: [
      { name: "seat", kind: "seat" },
      { name: "what", kind: "what", of: ["pum", "burbuja"] },
    ],
    timeout: [
      { name: "seat", kind: "seat" },
      { name: "card", kind: "card?" },
    ],
  },
  unclaimable: ["change", "announce", "timeout"],
};
