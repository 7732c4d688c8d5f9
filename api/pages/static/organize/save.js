/** What is handed to the device: a file, or a table for a spreadsheet. */

/**
 * Hands a file to the device.
 * @param {Blob} file
 * @param {string} name
 */
export function save(file, name) {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/**
 * Hands a table to the device as CSV (RFC 4180), in UTF-8 with the mark by which spreadsheets know it.
 * @param {string} name of the file
 * @param {readonly (readonly (string | number)[])[]} rows the head first
 */
export const saveTable = (name, rows) => save(new Blob(["\ufeff", rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("")], { type: "text/csv" }), name);

/** @param {string | number} value */
function cell(value) {
  const text = String(value);
  // What begins like a formula is a text, also where a spreadsheet would calculate it.
  const plain = typeof value === "string" && /^\s*[=+\-@＝＋－＠]/.test(text) ? `'${text}` : text;
  return `"${plain.replaceAll('"', '""')}"`;
}
