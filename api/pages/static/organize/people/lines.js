/** People as they are written on a list: a name a line, perhaps with the day of birth behind it. */

/** @typedef {{name: string, birth_date?: string}} Written `birth_date`: RFC 3339 full-date */

/** A list's own numbers and bullets before a name: `1.-`, `1)`, `[1]`, `1º`, `#1`, `1️⃣`, `☐`, a number in a column of its own. */
const MARK = /^\s*(?:[(#[]?\d+\s*(?:[.)\]\-–—−:ºª°]+|[\t;])|#\d+\s|(?:\d\uFE0F?\u20E3)+|\[[ x]?\]|[-–—−*•·▪●◦‣►☐☑✓✔])[.)\-–—−\s]*/i;
/** A number and blanks before a name: it is the list's own where every line has the next one. */
const NUMBER = /^\s*(\d+)\s+(?=\D)/;
/** A character that can be seen by itself. */
const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u;
/** Letters and signs that show nothing. */
const BLANK = /[\u115F\u1160\u2800\u3164\uFFA0]/g;
/** A day in a column of its own, or behind a comma: the day first, or as the device writes dates. */
const BORN = /(?:^|\s*,)\s*(?:(?<day>\d{1,2})[/.-](?<month>\d{1,2})[/.-](?<year>\d{4})|(?<whole>\d{4}-\d{2}-\d{2}))\s*$/;
/** What stands over a column of names, as `plain` reads it. */
const HEADING = /^(?:(?:full )?name|nombre(?: y apellidos)?|apellidos y nombre|jugador(?:a|e)?|participante|player)s?:?$/;

/**
 * Those on a pasted list, without numbers, dashes, headings or empty lines.
 * @param {string} text
 * @returns {Written[]}
 */
export function peopleIn(text) {
  const lines = text.split(/\r\n|[\r\n\u2028\u2029]/).filter((line) => line.trim() !== "");
  const column = lines.length > 1 ? columnsOf(lines[0]).findIndex((one) => HEADING.test(plain(one))) : -1;
  if (column >= 0) lines.shift();
  const numbers = lines.map((line) => Number(NUMBER.exec(line)?.[1]));
  const counted = lines.length > 1 && numbers.every((number, n) => number === numbers[0] + n);
  const bare = (/** @type {string} */ words) => words.replace(counted ? NUMBER : MARK, "");
  const people = lines.map((line) => {
    const columns = columnsOf(column < 0 ? bare(line) : line);
    return written(column < 0 ? columns.find((one) => /\p{L}/u.test(one)) ?? columns[0] : bare(columns[column] ?? ""), columns);
  });
  return people.filter((one) => SEEN.test(one.name.replace(BLANK, "")));
}

/** What is between tabs or semicolons, without the quotes of a spreadsheet. @param {string} line */
const columnsOf = (line) => line.split(/[\t;]/).map((column) => column.trim().replace(/^"|"$/g, ""));

/** @param {string} named the column of the name @param {readonly string[]} columns @returns {Written} */
function written(named, columns) {
  const { day, month, year, whole } = [named, ...columns].map((column) => BORN.exec(column)?.groups).find(Boolean) ?? {};
  const born = whole ?? (year && `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`);
  const name = named.replace(BORN, "").replace(/\s+/gu, " ").trim();
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
