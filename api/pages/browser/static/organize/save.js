/** Tables for the device, as files for a spreadsheet. */

import { language } from "../shared/language.js";
import { save } from "../shared/save.js";
import { asCsv } from "./spreadsheet.js";

/**
 * Hands a table to the device, for a spreadsheet in the reader's language.
 * @param {string} name of the file
 * @param {import("./spreadsheet.js").Rows} rows
 */
export const saveTable = (name, rows) => save(new Blob([asCsv(rows, language)], { type: "text/csv" }), name);
