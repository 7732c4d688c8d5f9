/** What is read on a person's page, in English. */

/** @type {typeof import("./es.js").words} */
export const words = {
  record: "Played",
  played: "Played",
  won: "Won",
  unfinished: "Not finished",
  game: "Game",
  infractions: "Infractions proven",
  times: (n) => `${n} ×`,
  recordCsv: "Record (spreadsheet)",
  cardsCsv: "Sanctions (spreadsheet)",
  titles: "Championships",
  points: (place, points) => `Place ${place} · ${points === 1 ? "1 point" : `${points} points`}`,
  calendar: (championship) => `Calendar: ${championship}`,
  matches: "Latest matches",
  erased: "This person asked for their name to be erased: their matches still count, without it.",
  none: "No match has been recorded yet.",
  home: "Front page",
  print: "Print",
  sanctions: "Sanctions",
  yellow: "Yellow",
  black: "Black",
  status: { open: "In play", finished: "Finished", abandoned: "Abandoned" },
  day: (time) => time.toLocaleDateString("en", { day: "numeric", month: "short", year: "numeric" }),
};
