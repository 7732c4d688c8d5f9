/** The result in a form: its typed figures, and the body that they make. */

/** @typedef {import("../../../shared/types.js").Fixture} Fixture */
/**
 * Texts of the fields. Each list is in the order of the entrants.
 *
 * @typedef {{
 *   points: string[],
 *   tallies: Record<string, string[]>,
 *   yellow: string[],
 *   black: string[],
 *   extra: string[][],
 *   winner: number | null,
 *   left: readonly number[],
 *   note: string,
 * }} ResultForm
 */

/**
 * The form of a fixture: empty, or with the result that it has.
 * @param {Fixture} fixture
 * @param {readonly string[]} tallies the figures that the game counts beside points
 * @returns {ResultForm}
 */
export function formOf(fixture, tallies) {
  const blank = fixture.entrants.map(() => "");
  const result = /** @type {Record<string, any>} */ (fixture.result ?? {});
  const figures = (/** @type {readonly number[] | null | undefined} */ list) => list?.map(String) ?? [...blank];
  const cards = (/** @type {0 | 1} */ colour) =>
    result.cards?.map((/** @type {number[]} */ one) => (one[colour] ? String(one[colour]) : "")) ?? [...blank];
  return {
    points: figures(result.points),
    tallies: Object.fromEntries(tallies.map((name) => [name, figures(result[name])])),
    yellow: cards(0),
    black: cards(1),
    extra: [...(result.extra_rounds ?? []).map(figures), ...(fixture.needs ? [[...blank]] : [])],
    winner: result.winner ?? null,
    left: result.left ?? [],
    note: result.note ?? "",
  };
}

/**
 * The body of a result; null while a figure is missing or is no number.
 * @param {ResultForm} form
 */
export function bodyOf(form) {
  const points = numbers(form.points);
  if (!points) return null;
  /** @type {Record<string, any>} */
  const body = { points };
  for (const [name, fields] of Object.entries(form.tallies)) {
    if (fields.every((field) => field.trim() === "")) continue;
    const counts = numbers(fields.map((field) => field.trim() || "0"));
    if (!counts) return null;
    body[name] = counts;
  }
  const cards = form.yellow.map((field, n) => numbers([field || "0", form.black[n] || "0"]));
  if (cards.includes(null)) return null;
  if (cards.some((one) => one && one[0] + one[1] > 0)) body.cards = cards;
  const extra = form.extra.filter((round) => round.some((field) => field.trim() !== "")).map(numbers);
  if (extra.includes(null)) return null;
  if (extra.length > 0) body.extra_rounds = extra;
  if (form.left.length > 0) body.left = form.left;
  else if (form.winner !== null && level(points)) body.winner = form.winner;
  if (form.note.trim() !== "") body.note = form.note.trim();
  return body;
}

/**
 * True if several entrants share the best total, so that a person has to name the winner.
 * @param {readonly number[]} points
 */
export const level = (points) => new Set(points).size < points.length;

/**
 * @param {readonly string[]} fields
 * @returns {number[] | null}
 */
export function numbers(fields) {
  const values = fields.map((field) => (/^\s*[-−]?\d{1,6}\s*$/.test(field) ? Number(field.replace("−", "-")) : NaN));
  return values.some(Number.isNaN) ? null : values;
}
