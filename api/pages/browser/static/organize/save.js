/** Files for the device: any file, or a table for a spreadsheet. */

import { language } from "../shared/language.js";
import { asCsv } from "./spreadsheet.js";

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
 * Hands a table to the device, for a spreadsheet in the reader's language.
 * @param {string} name of the file
 * @param {import("./spreadsheet.js").Rows} rows
 */
export const saveTable = (name, rows) => save(new Blob([asCsv(rows, language)], { type: "text/csv" }), name);
