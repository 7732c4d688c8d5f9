/**
 * A table as CSV (RFC 4180), in the form of a language's spreadsheets. `api/pages/spreadsheets.py` writes the same at the
 * service.
 */

/** @typedef {readonly (readonly (string | number)[])[]} Rows are the rows of a table, the head first */

const FORMULA = "=+\\-@＝＋－＠";
const AT_FIRST = new RegExp(`^[${FORMULA}]`);
/** The beginning of a formula inside a field: in a second name, or where a spreadsheet parts the line at another separator. */
const WITHIN = new RegExp(`((?:/ |[,;\\t\\r\\n])[\\s",;]*)(?=[${FORMULA}])`, "g");
/** Characters for which a field is quoted. They include every separator, since a reader may have another than the table. */
const QUOTED = /[",;\t\r\n]/;

/**
 * A table as text, in UTF-8 with the mark by which spreadsheets know it.
 *
 * @param {Rows} rows
 * @param {string} language the language of the spreadsheets that read it: in Spanish ones the comma is the decimal mark, and
 *   the semicolon parts fields
 */
export function asCsv(rows, language) {
  const isSpanish = language === "es";
  const lines = rows.map((row) => row.map((cell) => field(cell, isSpanish)).join(isSpanish ? ";" : ","));
  return `\ufeff${lines.map((line) => `${line}\r\n`).join("")}`;
}

/**
 * @param {string | number} cell
 * @param {boolean} isSpanish
 */
function field(cell, isSpanish) {
  if (typeof cell === "number") return isSpanish ? String(cell).replace(".", ",") : String(cell);
  const words = cell.trim().replace(WITHIN, "$1'");
  const text = AT_FIRST.test(words) ? `'${words}` : words;
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
