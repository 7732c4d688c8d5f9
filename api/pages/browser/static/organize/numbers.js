/** Numbers in the forms in which people list them. */

/**
 * The numbers of a text with commas, dashes or spaces between them. It gives none for an empty text, and null for any other
 * text.
 * @param {string} text
 */
export function numbersIn(text) {
  const parts = text.split(/[\s,;·–-]+/).filter(Boolean);
  return parts.every((one) => /^\d{1,7}$/.test(one)) ? parts.map(Number) : null;
}
