/** Parts of a page whose modules come after the page: most of what a first visit reads is for what it shows. */

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { html } from "./ui.js";
import { w } from "./words.js";

/**
 * A component in place of the one that is asked for, until that is there.
 * @template {(props: any) => any} Component
 * @param {() => Promise<Component>} ask
 * @param {{opening: string, unreachable: string}} words shown while it is on its way, and if it does not come
 * @returns {{component: Component, isMissing: () => boolean, load: () => Promise<void>}} `load` asks for it before it is shown, and
 *   never throws
 */
export function later(ask, words) {
  const whole = signal(/** @type {Component | null} */ (null));
  const hasFailed = signal(false);
  /** @type {Promise<void> | null} */
  let loading = null;
  const load = () => {
    loading ??= ask().then(
      (component) => void (whole.value = component),
      () => {
        hasFailed.value = true;
        loading = null;
      },
    );
    return loading;
  };
  const component = /** @type {Component} */ ((/** @type {any} */ props) => {
    useEffect(() => {
      hasFailed.value = false;
      void load();
    }, []);
    if (whole.value) return html`<${whole.value} ...${props} />`;
    if (!hasFailed.value) return html`<p role="status">${words.opening}</p>`;
    return html`<p class="trouble" role="alert">
      ${words.unreachable}
      <button
        type="button"
        data-action="load"
        onClick=${() => {
          hasFailed.value = false;
          void load();
        }}
      >${w.retry}</button>
    </p>`;
  });
  return { component, isMissing: () => !whole.value, load };
}
