/** Lo que se lee en la página de un campeonato, en español. */

import contests from "words/es/contests.json";
import matches from "words/es/matches.json";

export const words = {
  board: "Tablero",
  edition: (/** @type {string} */ series, /** @type {number} */ edition) => `${series}, edición ${edition}`,
  print: "Imprimir",
  home: "Portada",
  standingsCsv: "Clasificación (hoja de cálculo)",
  fixturesCsv: "Encuentros (hoja de cálculo)",
  correctionsCsv: "Correcciones (hoja de cálculo)",
  cardsCsv: "Tarjetas (hoja de cálculo)",
  settlementCsv: "Apuestas (hoja de cálculo)",
  generalCsv: "Tabla general (hoja de cálculo)",
  calendar: "Añadir al calendario",
  feed: "Seguir los resultados (lector de noticias)",
  fixtures: "Encuentros",
  corrections: contests.corrections,
  sanctions: "Sanciones",
  reason: (/** @type {string} */ why) => `Motivo: ${why}`,
  parts: contests.result_parts,
  unscored: (/** @type {string} */ what) => (what ? `Los puntos del encuentro no cambian; lo que cambia: ${what}` : "Los puntos del encuentro no cambian"),
  settles: (/** @type {string} */ name, /** @type {string} */ net) => `apuesta de ${name}: ${net}`,
  moved: (/** @type {string} */ name, /** @type {number} */ from, /** @type {number} */ to) => `${name}: del puesto ${from} al ${to}`,
  yellow: matches.cards.yellow,
  black: matches.cards.black,
  cost: (/** @type {number} */ n) => (n === -1 ? "-1 punto" : `${n} puntos`),
  watch: "Ver la mesa",
  replay: "Ver las jugadas",
  absent: (/** @type {string} */ names) => `No se presentó: ${names}`,
  left: (/** @type {string} */ names) => `Se fue antes del final: ${names}`,
  rests: (/** @type {string} */ name) => `Descansa ${name}`,
  passes: (/** @type {string} */ name) => `${name} pasa sin jugar`,
  nobody: "Todavía no se ha sorteado ningún juego.",
  waits: (/** @type {string} */ names) => `Empate que decide la organización: ${names}`,
  when: (/** @type {Date} */ time) => time.toLocaleString("es", { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" }),
};
