/** Lo que se lee en la portada, en español. */

export const words = {
  title: "Mesas y campeonatos",
  about: "Marcadores y arbitraje de juegos de cartas.",
  languages: "Idiomas",
  now: "Ahora en juego",
  editions: (/** @type {number} */ n) => (n === 0 ? "sin campeonatos todavía" : (n === 1 ? "1 edición" : `${n} ediciones`)),
  results: "Últimos resultados",
  watch: "Ver",
  empty: "Aún no se juega nada aquí.",
  begin: "Para empezar, entre en Organización con la clave que mostró el servicio al arrancar, cree un campeonato y apunte a los jugadores. Para probarlo antes con mesas ya montadas, arranque la demostración: make demo.",
  quiet: "Ahora no hay ninguna mesa abierta.",
  key: {
    title: "Tengo una clave",
    camera: "Si es un código QR, léalo con la cámara del teléfono: abre la mesa directamente.",
    go: "Entrar",
    looking: "Comprobando qué abre…",
    wrong: "Esa clave no abre nada aquí. Compruebe que está entera y que nadie la ha anulado.",
    nothing: "Esa clave vale, pero ahora no hay ninguna mesa abierta para quien la tiene.",
    which: "¿Qué mesa?",
  },
  organize: "Organización",
  start: "Empezar un campeonato",
  ratings: "Niveles de los jugadores",
  docs: "Documentación para programas",
  offline: "El servicio no responde: se volverá a intentar en cuanto vuelva la red.",
};
