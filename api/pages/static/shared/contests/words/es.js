/** Lo que se lee de campeonatos y torneos, en español. */

import { counted } from "../../counted.js";

export const words = {
  erased: "Nombre borrado",
  seatOf: (/** @type {number} */ seat) => `Asiento ${seat + 1}`,
  table: (/** @type {string | number} */ name) => `Mesa ${name}`,
  standings: "Clasificación",
  general: "Tabla general",
  podium: "Podio",
  group: (/** @type {number} */ n) => `Grupo ${n}`,
  provisional: "Provisional: faltan resultados",
  place: "Puesto",
  player: "Jugador",
  cards: "Tarjetas",
  through: "Pasa",
  points: (/** @type {number} */ n) => counted(n, "punto", "puntos"),
  figures: /** @type {Record<string, {short: string, long: string}>} */ ({ j: { short: "J", long: "Jugados" }, g: { short: "G", long: "Ganados" }, p: { short: "P", long: "Perdidos" }, f: { short: "F", long: "A favor" }, c: { short: "C", long: "En contra" }, diff: { short: "+/−", long: "Diferencia" }, ptos: { short: "Ptos", long: "Puntos" }, points: { short: "Ptos", long: "Puntos" }, sanctions: { short: "Tarj.", long: "Tarjetas" } }),
  golds: "Oros",
  silvers: "Platas",
  bronzes: "Bronces",
  kinds: /** @type {Record<string, string>} */ ({ single: "Encuentro único", league: "Liga", group: "Grupo", tie_break: "Desempate", final: "Final", knockout: "Eliminatoria" }),
  round: (/** @type {number} */ n) => `Ronda ${n}`,
  phases: /** @type {Record<string, string>} */ ({ playing: "En juego", tie_break: "Desempate", final: "Final", finished: "Terminado", null: "Nulo", waiting_ruling: "A la espera de la organización" }),
  states: /** @type {Record<string, string>} */ ({ pending: "Por jugar", open: "En juego", played: "Jugado", walkover: "Incomparecencia", void: "No cuenta", superseded: "Sustituido" }),
  steps: /** @type {Record<string, string>} */ ({ points: "por puntos", diff: "por diferencia", f: "por puntos a favor", alphabetical: "por orden alfabético", sanctions: "por tarjetas", "average.wins": "por victorias entre empatados", "average.diff": "por diferencia entre empatados", "average.f": "por puntos entre empatados", extra_round: "por ronda extra", tie_break_of_four: "por desempate a 50", ruling: "por decisión de la organización", open: "empate sin resolver" }),
  by: (/** @type {string} */ what) => `por ${what.toLocaleLowerCase("es")}`,
  notFound: "No hay nada en esta dirección.",
  opening: "Abriendo…",
  noAnswer: "El servicio no responde: se le pregunta otra vez en cuanto vuelva la red.",
};
