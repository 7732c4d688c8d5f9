/** The choices about the stages of a contest, in English. */

export const words = {
  stage: (/** @type {number} */ n) => `Stage ${n}`,
  format: "How it is played",
  through: "How many go on to the next stage",
  add: "Add a stage",
  drop: "Take this stage out",
  ties: "Where a tie decides who goes on",
  tiesBy: /** @type {Record<string, string>} */ ({ ruling: "The organizer decides", lots: "By lots" }),
};
