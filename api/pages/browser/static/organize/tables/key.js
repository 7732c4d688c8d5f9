/** The keys of one match: of its table, with which all of it is recorded, and of each seat. */

/** How long they open the table: a day in the hall, and the evening after. */
const TABLE_MS = 36 * 3_600_000;

/**
 * What is asked for.
 * @param {string} match
 */
export const tableKey = (match) => ({ role: "referee", scope: { match }, expires: until() });

/**
 * For the person who sits there: it shows their hand, and records what they do.
 * @param {string} match
 * @param {number} seat
 */
export const seatKey = (match, seat) => ({ role: "player", scope: { match, seat }, expires: until() });

const until = () => new Date(Date.now() + TABLE_MS).toISOString();
