/** Lo que se lee en la página de una serie, en español. */

import contests from "words/es/contests.json";
import matches from "words/es/matches.json";

export const words = {
  title: "Serie",
  none: "Todavía no hay ningún campeonato en esta serie.",
  palmares: "Palmarés",
  palmaresMeans: "Los tres primeros de la tabla general de cada edición. No siempre son los del podio de un torneo: cuentan todos, y también suman los puntos de quien encabeza una liga o un grupo, y restan las tarjetas que quitan puntos.",
  playing: "En juego",
  noPodium: "Sin podio",
  step: (/** @type {number} */ place, /** @type {string} */ name) => `${place}.º ${name}`,
  medals: "Títulos y medallas",
  titles: contests.titles,
  titlesMean: "Un título es una edición ganada; las medallas son las de los podios de cada torneo.",
  table: "Clasificación histórica",
  place: contests.place,
  player: contests.player_of_row,
  editions: "Ed.",
  editionsLong: contests.editions,
  matches: "Jug.",
  matchesLong: "Encuentros jugados",
  wins: "Gan.",
  winsLong: "Encuentros ganados",
  points: "Ptos",
  pointsLong: "Puntos de las clasificaciones generales",
  records: "Récords",
  kinds: { biggest_win: "Mayor victoria", longest_run: contests.longest_run },
  most: (/** @type {string} */ deed) => `Más en un encuentro, ${deed}`,
  yellow: matches.cards.yellow,
  black: matches.cards.black,
};
