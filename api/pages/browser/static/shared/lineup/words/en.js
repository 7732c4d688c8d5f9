/** The words of line-ups of an encounter of teams, in English. */

/** @type {typeof import("./es.js").words} */
export const words = {
  title: "Line-ups",
  together: "Nobody sees that of a team, not even who gave it, before both are given. Then both are seen at once.",
  of: (team) => `Line-up of “${team}”`,
  states: { none: "not given", hidden: "given, and not seen before the other team gives theirs", shown: "in view" },
  board: (n, game) => `Board ${n}: ${game}`,
  sit: (n, size) => (size === 1 ? "Touch who sits here" : `Touch the ${size} who sit here: ${n === 1 ? "there is 1" : `there are ${n}`}`),
  give: "Give the line-up",
  instead: "Give it again: this one counts in place of the one that was given",
  given: (team) => `The line-up of “${team}” is given`,
  opened: "Both line-ups are given, and in view now",
  take: "Take the line-up back",
  taken: (team) => `The line-up of “${team}” is taken back`,
  reason: "the team asks for it",
  own: "Line-ups of your team",
  none: "No encounter of your team waits for a line-up.",
  wrongKey: "This key is no longer valid, or is not that of this person.",
};
