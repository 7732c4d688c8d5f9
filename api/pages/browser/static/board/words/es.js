/** Lo que se lee en el tablero, en español. */

import matches from "words/es/matches.json";

export const words = {
  live: "En directo",
  stale: (/** @type {string} */ age) => `Sin conexión: lo que se ve es de hace ${age}`,
  lastTrick: (/** @type {string} */ name) => `Última baza: ${name}`,
  frozen: matches.claim_pending,
  frozenScore: "El marcador es el de antes de la jugada reclamada.",
  next: "Próximos encuentros",
  quiet: "Ahora no se juega en ninguna mesa.",
  nothing: "No hay nada que mostrar en esta dirección.",
  at: (/** @type {import("../../shared/dates.js").When} */ { hour, day }) => day ?? hour,
  rests: (/** @type {string} */ name) => `Descansa ${name}`,
  back: "Anterior",
  pause: "Pausa",
  go: "Seguir",
  forward: "Siguiente",
  of: (/** @type {number} */ n, /** @type {number} */ all) => `${n} de ${all}`,
  page: (/** @type {number} */ n, /** @type {number} */ all) => `${n}/${all}`,
};
