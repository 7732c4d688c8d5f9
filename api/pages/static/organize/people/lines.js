/** People as they are written on a list: a name a line, perhaps with the day of birth behind it. */

/** @typedef {{name: string, birth_date?: string}} Written `birth_date`: RFC 3339 full-date */

/** A list's own numbers and bullets before a name: `1.-`, `1)`, `(1)`, `1º`, `#1`, a number in a column of its own. */
const MARK = /^\s*(?:[(#]?\d+\s*(?:[.)\-–—:ºª°]+|[\t;])|[-–—*•·▪●◦‣►])[.)\-–—\s]*/;
/** A number and blanks before a name: it is the list's own where every line has the next one. */
const NUMBER = /^\s*(\d+)\s+(?=\D)/;
/** A character that can be seen by itself. */
const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u;
/** A day behind a comma, a semicolon or, pasted from a spreadsheet, a tab: the day first, or as the device writes dates. */
const BORN = /\s*[,;\t]\s*(?:(?<day>\d{1,2})[/.-](?<month>\d{1,2})[/.-](?<year>\d{4})|(?<whole>\d{4}-\d{2}-\d{2}))\s*$/;

/**
 * Those on a pasted list, without numbers, dashes or empty lines.
 * @param {string} text
 * @returns {Written[]}
 */
export function peopleIn(text) {
  const lines = text.split(/\r\n|[\r\n\u2028\u2029]/).filter((line) => line.trim() !== "");
  const numbers = lines.map((line) => Number(NUMBER.exec(line)?.[1]));
  const counted = lines.length > 1 && numbers.every((number, n) => number === numbers[0] + n);
  return lines.map((line) => written(line.replace(counted ? NUMBER : MARK, ""))).filter((one) => SEEN.test(one.name));
}

/**
 * The name on a line of several columns: the first one that is no number.
 * @param {string} line
 */
const nameIn = (line) => (line.split(/[\t;]/).find((column) => /\p{L}/u.test(column)) ?? line).replace(/\s+/gu, " ").trim();

/** @param {string} line @returns {Written} */
function written(line) {
  const { day, month, year, whole } = BORN.exec(line)?.groups ?? {};
  const born = whole ?? (year && `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`);
  const name = nameIn(line.replace(BORN, ""));
  return born ? { name, birth_date: born } : { name };
}

/** Letters of other alphabets that Unicode does not take apart, as Spanish lists file them. @type {Readonly<Record<string, string>>} */
const LETTERS = { ø: "o", ł: "l", đ: "d", ð: "d", ħ: "h", ŧ: "t", ı: "i", ĸ: "k", æ: "ae", œ: "oe", þ: "th" };
const ALPHABET = new Intl.Collator("es", { sensitivity: "base" });

/**
 * The order of two names: Ñ after N, Ø as O, Æ as AE.
 * @param {string | null} one
 * @param {string | null} other
 */
export const byName = (one, other) => ALPHABET.compare(filed(one), filed(other)) || (one ?? "").localeCompare(other ?? "", "es");

/** @param {string | null} name */
const filed = (name) => (name ?? "").normalize("NFC").toLowerCase().replace(/[øłđðħŧıĸæœþ]/g, (letter) => LETTERS[letter]);

/**
 * A name as it is found whoever writes it, and however: in small letters, without accents, blanks as one space.
 * @param {string | null} name
 */
export const plain = (name) => (name ?? "").normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase().replace(/\s+/g, " ").trim();
