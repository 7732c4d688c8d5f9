/** A part of a page that is read: its heading, and a list of rows. */

import { html } from "./ui.js";

/**
 * A part with a list. Nothing where the list is empty.
 * @template T
 * @param {{name: string, title: string, items: readonly T[], row: (item: T) => any}} props
 */
export function Listed({ name, title, items, row }) {
  if (items.length === 0) return null;
  return html`<section class="part" data-part=${name}>
    <h2>${title}</h2>
    <ul class="rows">
      ${items.map(row)}
    </ul>
  </section>`;
}
