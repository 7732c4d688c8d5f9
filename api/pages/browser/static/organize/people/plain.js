/** A name as it is found, whoever writes it. */

/**
 * In small letters, without accents, blanks as one space.
 * @param {string | null} name
 */
export const plain = (name) =>
  (name ?? "").normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase().replace(/\s+/g, " ").trim();
