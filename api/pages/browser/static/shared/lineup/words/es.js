/** Lo que se lee de las alineaciones de un enfrentamiento de equipos, en español. */

export const words = {
  title: "Alineaciones",
  together: "Nadie ve la de un equipo, ni quien la dio, hasta que están dadas las dos. Entonces se ven las dos a la vez.",
  of: (/** @type {string} */ team) => `Alineación de «${team}»`,
  states: /** @type {Record<string, string>} */ ({ none: "sin dar", hidden: "dada, y no se ve hasta que dé la suya el otro equipo", shown: "a la vista" }),
  board: (/** @type {number} */ n, /** @type {string} */ game) => `Tablero ${n}: ${game}`,
  sit: (/** @type {number} */ n, /** @type {number} */ size) => (size === 1 ? "Toque a quien se sienta" : `Toque a las ${size} personas que se sientan: ${n === 1 ? "hay 1" : `hay ${n}`}`),
  give: "Dar la alineación",
  instead: "Darla otra vez: esta vale en lugar de la que dio",
  given: (/** @type {string} */ team) => `Dada la alineación de «${team}»`,
  opened: "Dadas las dos alineaciones: ya se ven",
  take: "Quitar la alineación",
  taken: (/** @type {string} */ team) => `Quitada la alineación de «${team}»`,
  reason: "lo pide el equipo",
  own: "Alineaciones de su equipo",
  none: "Ningún enfrentamiento de su equipo espera alineación.",
  wrongKey: "Esta clave ya no vale, o no es la de esta persona.",
};
