/** The words of teams and their boards on the organizer's page, in English. */

import contests from "words/en/contests.json";

/** @type {typeof import("./es.js").words} */
export const words = {
  board: (n, what) => `Board ${n}: ${what}`,
  boards: "Boards",
  boardsHint: "Every encounter is played on all of these boards at the same time.",
  each: (n) => (n === 1 ? "one of each team" : "a pair of each team"),
  weight: (n) => (n === 1 ? "worth 1 point" : `worth ${n} points`),
  states: { pending: "to be played", walkover: contests.states.walkover, void: contests.states.void },
  so: (figures) => `Board points: ${figures}`,
  back: "All boards",
  allAbsent: "A whole team did not come",
  game: "Game",
  name: "Name (if it has one)",
  players: "Players of each team",
  one: "One",
  pair: "A pair",
  worth: "Points for its winner",
  add: "Add a board",
  drop: "Remove this board",
  points: "Points of an encounter",
  win: "Win",
  level: "Level",
  loss: "Loss",
  teams: "Teams",
  teamName: "Name of the team",
  members: (n) => (n === 1 ? "1 member" : `${n} members`),
  seats: (n) => `${n} sit at the boards at the same time: every team has at least ${n} members.`,
  free: (name) => `Tap those who play for “${name}”`,
  nameFirst: "Write the name of a team, then tap its members.",
  addTeam: "Add the team",
  change: (name) => `Change the members of “${name}”`,
  dropTeam: (name) => `Remove the team “${name}”`,
  done: "Done",
  alone: (n) => (n === 1 ? "1 person is in no team." : `${n} people are in no team.`),
};
