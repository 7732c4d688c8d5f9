/** Addresses of what is printed: in the reader's language, with the times of the clocks here. */

import { language } from "./language.js";
import { html } from "./ui.js";

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** @param {string} path */
export const onPaper = (path) => `${path}${path.includes("?") ? "&" : "?"}lang=${language}&zone=${encodeURIComponent(zone)}`;

/**
 * A link that keeps a table for a spreadsheet.
 * @param {{path: string, label: string, name?: string, look?: string}} props `name`: by which programs find it; `look`: its class
 */
export const TableLink = ({ path, label, name, look = "way" }) => html`<a
  class=${look}
  href=${onPaper(path)}
  download=${fileOf(label)}
  data-paper=${name}
>${label}</a>`;

/**
 * The name of a table.
 * @param {string} label the words of the link to its spreadsheet
 */
export const titleOf = (label) => label.replace(/ \([^)]*\)$/, "");

/**
 * The file name of a table for a spreadsheet.
 * @param {string} label the words of its link
 */
export const fileOf = (label) => `${titleOf(label)}.csv`;
