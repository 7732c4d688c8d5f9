/**
 * How many there are, in words that agree with it.
 * @param {number} n
 * @param {string} one
 * @param {string} many
 */
export const counted = (n, one, many) => (n === 1 ? `1 ${one}` : `${n} ${many}`);
