/** Lo que solo se dice en voz alta, en español. */

export const words = {
  minus: "menos",
  trick: (/** @type {string} */ name) => `Baza de ${name}`,
  handEnds: "Se acaba la mano",
  withoutPoints: "Una reclamación terminó la mano: no da puntos",
  of: (/** @type {string} */ name, /** @type {string | number} */ figure) => `${name}, ${figure}`,
  confirmed: (/** @type {string} */ names) => `Confirma ${names}`,
  undone: (/** @type {number} */ to) => `Se deshace hasta la jugada ${to}`,
  yourHand: (/** @type {string} */ cards) => `Su mano: ${cards}`,
  youGet: (/** @type {string} */ cards) => `Le llega: ${cards}`,
  onTable: (/** @type {string} */ cards) => `Sobre la mesa: ${cards}`,
  emptyTable: "No queda ninguna carta en la mesa",
  laidBy: (/** @type {string} */ card, /** @type {string} */ name) => `${card}, de ${name}`,
  inFrontOf: (/** @type {string} */ title, /** @type {string} */ name, /** @type {string} */ cards) => `${title} de ${name}: ${cards}`,
  rest: (/** @type {string} */ name) => `${name} se lleva lo que queda en la mesa`,
  guinote: { partida: (/** @type {string} */ names) => `Partida para ${names}` },
  hearts: { round: (/** @type {string} */ name) => `Ronda para ${name}`, star: (/** @type {string} */ name) => `Estrellita para ${name}` },
  casino: { sweep: (/** @type {string} */ name) => `Barrida de ${name}` },
  escoba: {
    sweep: (/** @type {string} */ name) => `Escoba de ${name}`,
    table: (/** @type {string} */ name, /** @type {number} */ n) => `${name} se lleva la mesa: ${n === 1 ? "una escoba" : `${n} escobas`}`,
  },
  corona: { spent: (/** @type {string} */ name) => `El mazo de ${name} no da más cartas` },
};
