/** Lo que se lee en la portada, en español. */

import { counted } from "../../shared/counted.js";

export const words = {
  title: "Mesas y campeonatos",
  about: "Marcadores y arbitraje de juegos de cartas.",
  other: "English",
  now: "Ahora en juego",
  championships: "Campeonatos",
  results: "Últimos resultados",
  contests: (/** @type {number} */ n) => (n === 0 ? "sin juegos todavía" : counted(n, "juego", "juegos")),
  table: (/** @type {string} */ name) => `Mesa ${name}`,
  watch: "Ver",
  board: "Tablero",
  empty: "Aún no se juega nada aquí.",
  begin: "Para empezar, entre en Organización con la clave que mostró el servicio al arrancar, cree un campeonato y apunte a los jugadores. Para probarlo antes con mesas ya montadas, arranque la demostración: make demo.",
  quiet: "Ahora no hay ninguna mesa abierta.",
  key: {
    title: "Tengo una clave",
    camera: "Si es un código QR, léalo con la cámara del teléfono: abre la mesa directamente.",
    label: "Clave o dirección completa",
    go: "Entrar",
    looking: "Mirando para qué sirve…",
    wrong: "Esa clave no abre nada aquí. Compruebe que está entera y que nadie la ha anulado.",
    which: "¿Qué mesa?",
  },
  organize: "Organización",
  docs: "Documentación para programas",
  offline: "El servicio no responde: se le pregunta otra vez en cuanto vuelva la red.",
  opening: "Abriendo…",
};
