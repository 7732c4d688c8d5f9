/** Guiñote aloud: the arrastre, the vueltas, a partida that is won. */
/** @import * as api from "openapi" */

import { s } from "../../aloud/words.js";
import { w } from "../../shared/words.js";

/** @type {import("./index.js").Aloud<api.GuinoteView>} */
export const guinote = {
  open: ["play"],
  facts: { tallied: (fact, names) => (fact.what === "partidas" ? s.guinote.partida(names.side(fact.seat)) : null) },
  between: ({ table: before }, { table: after, phase }) => [
    before.stock > 0 && after.stock === 0 && phase === "play" ? w.guinote.arrastre : null,
    before.hand_of !== "vueltas" && after.hand_of === "vueltas" ? w.guinote.vueltas : null,
  ],
};
