/** Lo que se elige sobre las fases de un juego, en español. */

export const words = {
  stage: (/** @type {number} */ n) => `Fase ${n}`,
  format: "Cómo se juega",
  through: "Cuántos pasan a la fase siguiente",
  add: "Añadir una fase",
  drop: "Quitar esta fase",
  ties: "Si un empate decide quién pasa",
  tiesBy: /** @type {Record<string, string>} */ ({ ruling: "Lo decide la organización", lots: "Por sorteo" }),
};
