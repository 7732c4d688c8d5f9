/** Puts a page into its place, and says when its content is there. */

import { computed } from "@preact/signals";
import { render } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { html } from "./ui.js";

/**
 * Draws the page. `aria-busy` goes once the page shows its content, or the reason why it has none. From then on screen readers
 * and keys have a whole page.
 *
 * @param {() => any} App
 * @param {() => boolean} opening whether the page still waits for the first answer
 */
export function mount(App, opening) {
  const place = /** @type {HTMLElement} */ (document.getElementById("page"));
  const busy = computed(opening);
  function Whole() {
    const { value: waits } = busy;
    useLayoutEffect(() => {
      if (!waits) place.removeAttribute("aria-busy");
    }, [waits]);
    return html`<${App} />`;
  }
  render(html`<${Whole} />`, place);
}
