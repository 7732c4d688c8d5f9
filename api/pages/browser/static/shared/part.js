/** A part of a page: its heading, and a list of rows. */

import { Older } from "./older.js";
import { html } from "./ui.js";

/**
 * A part with a list, and other content below it. Draws nothing if the list is empty.
 *
 * @template T
 * @param {{
 *   name: string,
 *   title: string,
 *   items: readonly T[],
 *   row: (item: T) => any,
 *   older?: (() => void) | null,
 *   children?: any,
 * }} props `older`: reads on, where there is more
 */
export function Part({ name, title, items, row, older = null, children }) {
  if (items.length === 0) return null;
  return html`<section class="part" data-part=${name}>
    <h2>${title}</h2>
    <ul class="rows">
      ${items.map(row)}
    </ul>
    <${Older} name=${name} press=${older} />
    ${children}
  </section>`;
}
