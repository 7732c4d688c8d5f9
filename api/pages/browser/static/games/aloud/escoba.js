/** Escoba, Scopa and Scopone aloud: sweeps, rounds, what the last taker gets. */
/** @import * as api from "openapi" */

import { s } from "../../aloud/words.js";
import { w } from "../../shared/words.js";

/** @type {import("./index.js").Aloud<api.EscobaView | api.ScopaView | api.ScoponeView>} */
export const escoba = {
  open: ["trail", "take"],
  facts: {
    cards_taken: (fact, names) => (fact.sweep ? s.escoba.sweep(names.seat(fact.seat)) : null),
    table_taken: (fact, names) => s.escoba.table(names.seat(fact.seat), fact.sweeps),
    rest_taken: (fact, names) => s.rest(names.seat(fact.seat)),
  },
  between: ({ table: before }, { table: after }) => [
    after.round > 0 && after.round !== before.round ? w.casino.round(after.round, after.rounds) : null,
  ],
};
