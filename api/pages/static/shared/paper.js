/** Addresses of what is printed: in the reader's language, with the times of the clocks here. */

import { language } from "./language.js";

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** @param {string} path */
export const onPaper = (path) => `${path}${path.includes("?") ? "&" : "?"}lang=${language}&zone=${encodeURIComponent(zone)}`;

/**
 * What a table for a spreadsheet is called once it is kept.
 * @param {string} label the words of its link
 */
export const fileOf = (label) => `${label.replace(" (CSV)", "")}.csv`;
