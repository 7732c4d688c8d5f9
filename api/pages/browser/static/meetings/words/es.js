/** Lo que se lee en la página de dos personas, en español. */

import contests from "words/es/contests.json";

export const words = {
  title: "Cara a cara",
  none: "Todavía no han acabado ningún encuentro en el que estuvieran las dos personas.",
  opponents: (/** @type {number} */ n) => `Como rivales: ${n === 1 ? "1 encuentro" : `${n} encuentros`}`,
  ahead: (/** @type {string} */ name) => `${name} por delante`,
  level: "Iguales",
  partners: (/** @type {number} */ n) => `Como pareja: ${n === 1 ? "1 encuentro" : `${n} encuentros`}`,
  won: contests.figures.g.long,
  notWon: "Sin ganar",
  matches: contests.matches,
  step: (/** @type {number} */ place, /** @type {string} */ name) => `${place}.º ${name}`,
  together: "de pareja",
  table: "Todos los encuentros",
};
