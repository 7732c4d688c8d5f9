/** Links that keep a table for a spreadsheet. */

import { k } from "./contests/words.js";
import { onPaper } from "./paper.js";
import { html } from "./ui.js";

/**
 * A link that keeps a table for a spreadsheet.
 * @param {{path: string, title: string, name?: string, look?: string}} props `name`: by which programs find it; `look`: its class
 */
export const TableLink = ({ path, title, name, look = "way" }) => html`<a
  class=${look}
  href=${onPaper(path)}
  download=${fileOf(title)}
  data-paper=${name}
>${k.sheet(title)}</a>`;

/**
 * The file name of a table for a spreadsheet.
 * @param {string} title
 */
export const fileOf = (title) => `${title}.csv`;
