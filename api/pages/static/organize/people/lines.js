/** People as they are written on a list: a name a line, perhaps with the day of birth behind it. */

/** @typedef {{name: string, birth_date?: string}} Written `birth_date`: RFC 3339 full-date */

/** A list's own numbers, dashes and dots before a name. */
const MARK = /^\s*(?:\d+\s*[.)\-–]|[-–*•])\s*/;
/** A day behind a comma, a semicolon or, pasted from a spreadsheet, a tab: the day first, or as the device writes dates. */
const BORN = /\s*[,;\t]\s*(?:(?<day>\d{1,2})[/.-](?<month>\d{1,2})[/.-](?<year>\d{4})|(?<whole>\d{4}-\d{2}-\d{2}))\s*$/;

/**
 * Those on a pasted list, without numbers, dashes or empty lines.
 * @param {string} text
 * @returns {Written[]}
 */
export const peopleIn = (text) =>
  text
    .split(/\r?\n/)
    .map((line) => written(line.replace(MARK, "")))
    .filter((one) => one.name !== "");

/** @param {string} line @returns {Written} */
function written(line) {
  const { day, month, year, whole } = BORN.exec(line)?.groups ?? {};
  const born = whole ?? (year && `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`);
  return born ? { name: line.replace(BORN, "").trim(), birth_date: born } : { name: line.trim() };
}

/**
 * A name as it is found whoever writes it, and however: in small letters, without accents, blanks as one space.
 * @param {string | null} name
 */
export const plain = (name) => (name ?? "").normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase().replace(/\s+/g, " ").trim();
