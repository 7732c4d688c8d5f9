/** Casino aloud: sweeps, rounds, what the last taker gets. */
/** @import * as api from "openapi" */

import { s } from "../../aloud/words.js";
import { w } from "../../shared/words.js";

/** @type {import("./index.js").Aloud<api.CasinoClassicView | api.CasinoRoyalView | api.CasinoSpadesView>} */
export const casino = {
  open: ["trail", "take", "build", "duplicate", "raise", "expose"],
  facts: {
    cards_taken: (fact, names) => (fact.sweep ? s.casino.sweep(names.seat(fact.seat)) : null),
    rest_taken: (fact, names) => s.rest(names.seat(fact.seat)),
  },
  between: ({ table: before }, { table: after }) => [
    after.round > 0 && after.round !== before.round ? w.casino.round(after.round, after.rounds) : null,
  ],
};
