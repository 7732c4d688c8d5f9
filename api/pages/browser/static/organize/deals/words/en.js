/** What is chosen about the same deals at every table, in English. */

export const words = {
  same: "The same cards at every table",
  sameMeans: "Every table plays each hand, and everybody is compared with those that held the same cards.",
  hands: "Hands in each round",
  scoring: "How they are compared",
  ways: /** @type {Record<string, string>} */ ({ matchpoints: "By percent", difference: "By difference" }),
  means: /** @type {Record<string, string>} */ ({
    matchpoints: "2 for each that did worse with the same cards, 1 for each that did the same. The table goes by percent.",
    difference: "How far each is from the mean of all tables, added up from hand to hand.",
  }),
  agreed: (/** @type {number} */ n) => `The same cards at every table: ${n === 1 ? "1 hand" : `${n} hands`} in each round`,
};
