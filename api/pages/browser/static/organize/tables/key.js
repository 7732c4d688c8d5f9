/** The keys of one match: that of its table, which records all of it, and that of each seat. */

/** Time for which they open the table: a day in the hall, and the evening after. */
const TABLE_MS = 36 * 3_600_000;

/**
 * The request for the key of a table.
 * @param {string} match
 */
export const tableKey = (match) => ({ role: "referee", scope: { match }, expires: until() });

/**
 * The request for the key of a seat. The key shows the player's hand, and records the player's acts.
 * @param {string} match
 * @param {number} seat
 */
export const seatKey = (match, seat) => ({ role: "player", scope: { match, seat }, expires: until() });

const until = () => new Date(Date.now() + TABLE_MS).toISOString();
