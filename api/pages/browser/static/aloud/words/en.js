/** Words that are only said aloud, in English. */

/** @type {typeof import("./es.js").words} */
export const words = {
  minus: "minus",
  trick: (name) => `Trick to ${name}`,
  handEnds: "The hand is over",
  withoutPoints: "A claim ended the hand: it gives no points",
  of: (name, figure) => `${name}, ${figure}`,
  confirmed: (names) => `${names}: confirmed`,
  undone: (to) => `Undone back to play ${to}`,
  yourHand: (cards) => `Your hand: ${cards}`,
  youGet: (cards) => `You get: ${cards}`,
  onTable: (cards) => `On the table: ${cards}`,
  emptyTable: "No card is left on the table",
  laidBy: (card, name) => `${card}, by ${name}`,
  inFrontOf: (title, name, cards) => `${title}, ${name}: ${cards}`,
  rest: (name) => `${name} takes what is left on the table`,
  guinote: { partida: (names) => `Partida to ${names}` },
  hearts: { round: (name) => `Round to ${name}`, star: (name) => `Star to ${name}` },
  casino: { sweep: (name) => `Sweep by ${name}` },
  escoba: { sweep: (name) => `Escoba by ${name}`, table: (name, n) => `${name} takes the table: ${n === 1 ? "one escoba" : `${n} escobas`}` },
  corona: { spent: (name) => `The pack of ${name} gives no more cards` },
};
