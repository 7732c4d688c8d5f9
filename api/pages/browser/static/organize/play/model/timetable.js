/** A timetable of many matches, one after another at the tables that there are. */

/**
 * @typedef {{
 *   id: string,
 *   round: number,
 *   order: number,
 *   entrants: readonly {id: string, players?: readonly {id: string}[] | null}[],
 * }} Fixture
 */
/** @typedef {{fixture: string, minutes: number, table: string}} Slot is a time and a table. `minutes` after the beginning */

/**
 * A time and a table for each match, in the order of the rounds. No player sits at two tables at once, nor in a later round
 * first.
 * @param {readonly Fixture[]} fixtures
 * @param {number} every minutes from one time to the next
 * @param {readonly string[]} tables
 * @returns {Slot[]} an empty list if there is no table
 */
export function timetable(fixtures, every, tables) {
  if (tables.length === 0) return [];
  let waiting = [...fixtures].sort((one, other) => one.round - other.round || one.order - other.order);
  const slots = [];
  for (let minutes = 0; waiting.length > 0; minutes += every) {
    const busy = new Set();
    const left = [];
    let free = 0;
    for (const fixture of waiting) {
      const people = peopleOf(fixture);
      if (free < tables.length && people.every((one) => !busy.has(one)))
        slots.push({ fixture: fixture.id, minutes, table: tables[free++] });
      else left.push(fixture);
      // An entrant that waits for an earlier match does not begin a later one meanwhile.
      for (const one of people) busy.add(one);
    }
    waiting = left;
  }
  return slots;
}

/** @param {Fixture} fixture */
const peopleOf = ({ entrants }) =>
  entrants.flatMap((one) => (one.players?.length ? one.players : [one]).map((person) => person.id));

/**
 * The tables in a text: numbers, names, and ranges of numbers ("1-5", "1 a 5", "1 to 5").
 * @param {string} text
 * @returns {string[]}
 */
export function tablesIn(text) {
  const parts = text
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean);
  return [...new Set(parts.flatMap((one) => range(one) ?? [one]))];
}

/** A number above the tables of any hall. A longer range is a slip of the finger. */
const MOST = 200;

/** @param {string} part */
function range(part) {
  const [, first, last] = /^(\d{1,4})\s*(?:-|–|a|to)\s*(\d{1,4})$/.exec(part) ?? [];
  if (first === undefined || Number(last) < Number(first) || Number(last) - Number(first) >= MOST) return null;
  return Array.from({ length: Number(last) - Number(first) + 1 }, (_, n) => String(Number(first) + n));
}
