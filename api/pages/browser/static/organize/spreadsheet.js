/**
 * A table as CSV (RFC 4180), as the spreadsheets of a language read it: what `api/pages/spreadsheets.py` writes at the service.
 */

/** @typedef {readonly (readonly (string | number)[])[]} Rows the head first */

const FORMULA = "=+\\-@＝＋－＠";
const AT_FIRST = new RegExp(`^[${FORMULA}]`);
/** The beginning of a formula inside a field: of a second name, or where a spreadsheet parts the line at another separator. */
const WITHIN = new RegExp(`((?:/ |[,;\\t\\r\\n])[\\s",;]*)(?=[${FORMULA}])`, "g");
/** Characters for which a field is quoted: every separator, whichever the table has, since its reader may have another. */
const QUOTED = /[",;\t\r\n]/;

/**
 * A table as text, in UTF-8 with the mark by which spreadsheets know it.
 *
 * @param {Rows} rows
 * @param {string} language whose spreadsheets read it: in Spanish ones the comma is the decimal mark, and the semicolon parts
 *   fields
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
