/** A contest of teams in a form: the boards on which they meet, what an encounter gives, and the teams with their members. */

/** @typedef {{ruleset?: string, name: string, weight: number, per_team?: number}} BoardForm `ruleset`: none for the contest's own */
/** @typedef {{name: string, members: readonly string[]}} TeamEntry */
/** @typedef {{boards: readonly BoardForm[], points: {win: number, level: number, loss: number} | null, teams: readonly TeamEntry[]}} TeamForm */

/** @type {BoardForm} */
export const NEW_BOARD = { name: "", weight: 1 };
/** @type {TeamForm} */
export const NO_TEAMS = { boards: [NEW_BOARD, NEW_BOARD], points: null, teams: [] };

/**
 * The teams as the sides of a draw, each by its name.
 * @param {TeamForm} form
 */
export const sidesOf = (form) => form.teams.map((one) => [one.name]);

/**
 * The part of a request that is about teams.
 * @param {TeamForm} form
 * @param {string} ruleset the contest's game, that of the first board
 * @param {Record<string, any>} rules the choices of that game, for every board of it
 */
export const bodyOfTeams = (form, ruleset, rules) => ({
  entrants: form.teams,
  teams: {
    boards: form.boards.map(({ ruleset: own = ruleset, name, weight, per_team: size }) => ({
      ruleset: own,
      weight,
      ...(name.trim() ? { name: name.trim() } : {}),
      ...(size ? { per_team: size } : {}),
      ...(own === ruleset ? { params: rules } : {}),
    })),
    ...(form.points ? { points: form.points } : {}),
  },
});
