/** Lo que se elige sobre las mismas cartas en todas las mesas, en español. */

export const words = {
  same: "Las mismas cartas en todas las mesas",
  sameMeans: "Cada mano la juegan todas las mesas, y cada cual se compara con quienes tuvieron sus mismas cartas.",
  hands: "Manos en cada ronda",
  scoring: "Cómo se comparan",
  ways: /** @type {Record<string, string>} */ ({ matchpoints: "Por porcentaje", difference: "Por diferencia" }),
  means: /** @type {Record<string, string>} */ ({
    matchpoints: "2 por cada uno que lo hizo peor con las mismas cartas, 1 por cada uno que hizo lo mismo. La tabla va por el tanto por ciento.",
    difference: "Lo que se aparta cada uno de la media de todas las mesas, sumado de mano en mano.",
  }),
  agreed: (/** @type {number} */ n) => `Las mismas cartas en todas las mesas: ${n === 1 ? "1 mano" : `${n} manos`} en cada ronda`,
};
