/** Lo que se lee en la página de un campeonato, en español. */

import contests from "words/es/contests.json";
import matches from "words/es/matches.json";

export const words = {
  calendar: "Añadir al calendario",
  feed: "Seguir los resultados (lector de noticias)",
  fixtures: contests.matches,
  corrections: contests.corrections,
  parts: contests.result_parts,
  unscored: (/** @type {string} */ what) => (what ? `Los puntos del encuentro no cambian; lo que cambia: ${what}` : "Los puntos del encuentro no cambian"),
  settles: (/** @type {string} */ name, /** @type {string} */ net) => `apuesta de ${name}: ${net}`,
  moved: (/** @type {string} */ name, /** @type {number} */ from, /** @type {number} */ to) => `${name}: del puesto ${from} al ${to}`,
  yellow: matches.cards.yellow,
  black: matches.cards.black,
  cost: (/** @type {number} */ n) => (n === -1 ? "-1 punto" : `${n} puntos`),
  watch: "Ver la mesa",
  replay: "Ver las jugadas",
  left: (/** @type {string} */ names) => `Se fue antes del final: ${names}`,
  find: "busque su mesa por un nombre",
  nobody: "Nadie con ese nombre juega esta ronda.",
  rests: (/** @type {string} */ name) => `Descansa ${name}`,
  passes: (/** @type {string} */ name) => `${name} pasa sin jugar`,
  long: {
    find: "Busque un nombre en la tabla",
    nobody: "Nadie con ese nombre está en la tabla.",
    noRow: "No está en esta tabla.",
    previous: "Anteriores",
    next: "Siguientes",
    rows: (/** @type {number} */ first, /** @type {number} */ last, /** @type {number} */ all) => `Del ${first} al ${last}, de ${all}`,
  },
  hands: {
    title: "Manos iguales en todas las mesas",
    hand: (/** @type {number} */ n) => `Mano ${n}`,
    who: "Mesa",
    points: "Hicieron",
    percent: "Por ciento",
    difference: "Diferencia",
    seat: (/** @type {number} */ seat, /** @type {number} */ side, /** @type {number} */ dealers) =>
      dealers === 1 ? `Asiento ${seat}, del bando ${side}; reparte` : `Asiento ${seat}, del bando ${side}`,
    table: contests.deals.table,
    turnUp: "Carta vuelta",
    stock: "El mazo, por orden",
    parted: (/** @type {number} */ n) =>
      n === 0 ? "Las mesas jugaron distinto desde el principio:" : n === 1 ? "Las mesas jugaron igual una jugada, y luego:" : `Las mesas jugaron igual ${n} jugadas, y luego:`,
    over: "la mano había acabado",
  },
  waits: (/** @type {string} */ names) => `Empate que decide la organización: ${names}`,
};
