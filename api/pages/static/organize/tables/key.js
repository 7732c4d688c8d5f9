/** The key of one table: whoever has it records that match, and no other. */

/** How long it opens the table: a day in the hall, and the evening after. */
const TABLE_MS = 36 * 3_600_000;

/**
 * What is asked for.
 * @param {string} match
 */
export const tableKey = (match) => ({ role: "referee", scope: { match }, expires: new Date(Date.now() + TABLE_MS).toISOString() });
