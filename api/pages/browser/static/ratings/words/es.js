/** Lo que se lee en la página de niveles, en español. */

import contests from "words/es/contests.json";
import matches from "words/es/matches.json";

export const words = {
  title: "Niveles",
  game: matches.game,
  day: "A fecha de",
  table: "Clasificación por nivel",
  lead: "Va primero quien tiene más nivel seguro: el que ya está fuera de duda. Con pocos encuentros hay muchas dudas, y puede quedar bajo cero.",
  place: contests.place,
  player: contests.player_of_row,
  rating: "Nivel",
  sure: "Seguro",
  matches: "Jug.",
  matchesLong: contests.matches,
  none: "Todavía no ha acabado ningún encuentro que cuente.",
  how: "Cómo se calcula",
  about: [
    "El nivel sale de los puestos en que acaban los encuentros, uno tras otro: sube quien queda mejor de lo esperado ante esos rivales, y baja quien queda peor. Todo el mundo empieza en 1500 ± 500.",
    "El número tras ± dice cuánto puede fallar: unas dos veces de cada tres, el nivel de verdad está a esa distancia o menos. Se hace pequeño jugando.",
    "La tabla va por lo seguro: el nivel menos tres veces ese número. No cuentan las incomparecencias ni los encuentros nulos o abandonados.",
  ],
};
