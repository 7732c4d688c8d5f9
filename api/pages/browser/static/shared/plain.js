/** A name in the form in which searches compare it. */

/**
 * The name in small letters, without accents, with blanks as one space.
 * @param {string | null} name
 */
export const plain = (name) =>
  (name ?? "").normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase().replace(/\s+/g, " ").trim();
