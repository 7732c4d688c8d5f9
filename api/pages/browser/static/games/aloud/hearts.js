/** Corazones aloud: hearts that are broken, rounds and stars. */
/** @import * as api from "openapi" */

import { s } from "../../aloud/words.js";
import { w } from "../../shared/words.js";

const TALLIES = /** @type {Record<string, (name: string) => string>} */ ({ rounds_won: s.hearts.round, stars: s.hearts.star });

/** @type {import("./index.js").Aloud<api.HeartsCastillarView | api.HeartsYppediaView>} */
export const hearts = {
  open: ["play", "timeout"],
  facts: { tallied: (fact, names) => TALLIES[fact.what]?.(names.seat(fact.seat)) ?? null },
  between: ({ table: before }, { table: after, phase }) => [
    !before.hearts_broken && after.hearts_broken && phase === "play" ? w.hearts.broken : null,
  ],
};
