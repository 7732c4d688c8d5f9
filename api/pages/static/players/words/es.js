/** Lo que se lee en la página de una persona, en español. */

export const words = {
  record: "Lo jugado",
  played: "Jugados",
  won: "Ganados",
  unfinished: "Sin acabar",
  game: "Juego",
  infractions: "Faltas probadas",
  times: (/** @type {number} */ n) => `${n} ×`,
  titles: "Campeonatos",
  points: (/** @type {number} */ place, /** @type {number} */ points) => `Puesto ${place} · ${points === 1 ? "1 punto" : `${points} puntos`}`,
  calendar: (/** @type {string} */ championship) => `Calendario: ${championship}`,
  matches: "Últimos encuentros",
  erased: "Esta persona pidió que se borrara su nombre: sus encuentros siguen contando, sin él.",
  none: "Todavía no hay ningún encuentro anotado.",
  home: "Portada",
  print: "Imprimir",
  sanctions: "Sanciones",
  yellow: "Amarilla",
  black: "Negra",
  status: /** @type {Record<string, string>} */ ({ open: "En juego", finished: "Terminado", abandoned: "Abandonado" }),
  day: (/** @type {Date} */ time) => time.toLocaleDateString("es", { day: "numeric", month: "short", year: "numeric" }),
};
