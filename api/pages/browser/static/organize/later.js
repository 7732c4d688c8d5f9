/** Sections whose modules come when they are first opened: most of what a first visit reads is for what it shows. */

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { html } from "../shared/ui.js";
import { w } from "../shared/words.js";
import { o } from "./words.js";

/**
 * A component in place of the one that is asked for, until that is there.
 * @template {(props: any) => any} Component
 * @param {() => Promise<Component>} ask
 * @returns {{component: Component, isMissing: () => boolean, load: () => Promise<void>}} `load` asks for it before it is shown, and
 *   never throws
 */
export function later(ask) {
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
    if (!hasFailed.value) return html`<p role="status">${o.opening}</p>`;
    return html`<p class="trouble" role="alert">
      ${o.unreachable}
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
