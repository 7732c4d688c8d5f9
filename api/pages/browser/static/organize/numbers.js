/** Numbers as people write them one after the other. */

/**
 * With commas, dashes or spaces between them. None where nothing is written; null where something else is.
 * @param {string} text
 */
export function numbersIn(text) {
  const parts = text.split(/[\s,;·–-]+/).filter(Boolean);
  return parts.every((one) => /^\d{1,7}$/.test(one)) ? parts.map(Number) : null;
}
