/** Por la Corona aloud: the phases of a turn, and a pack that is spent. */
/** @import * as api from "openapi" */

import { s } from "../../aloud/words.js";
import { w } from "../../shared/words.js";

/** @type {import("./index.js").Aloud<api.CoronaView>} */
export const corona = {
  open: ["start", "income", "hire", "replica", "attack", "defend", "combat", "recover"],
  facts: { pack_spent: (fact, names) => s.corona.spent(names.seat(fact.seat)) },
  between: (before, after) => [before.phase === after.phase ? null : (w.corona.phases[after.phase] ?? null)],
};
