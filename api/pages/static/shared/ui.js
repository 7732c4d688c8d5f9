/** What every page draws with. */

import htm from "htm";
import { createElement } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** @type {(strings: TemplateStringsArray, ...values: any[]) => any} */
export const html = htm.bind(/** @type {any} */ (createElement));

/**
 * A sheet that covers the lower part of the page until it is closed: by its button, by Escape, or by what was chosen in it.
 * @param {{title: string, name: string, close: () => void, closeWord: string, children?: any}} props
 */
export function Sheet({ title, name, close, closeWord, children }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  // Before the browser paints: what had the focus may be drawn anew by then.
  useLayoutEffect(() => {
    const [shown, opener] = [dialog.current, /** @type {HTMLElement | null} */ (document.activeElement)];
    shown?.showModal();
    return () => {
      shown?.close();
      const back = opener?.isConnected ? opener : /** @type {HTMLElement | null} */ (document.querySelector(`[data-open="${name}"]`));
      back?.focus({ preventScroll: true });
    };
  }, []);
  const cancel = (/** @type {Event} */ event) => {
    event.preventDefault();
    close();
  };
  return html`<dialog class="sheet" ref=${dialog} data-sheet=${name} aria-labelledby="sheet-title" onCancel=${cancel}>
    <header>
      <h2 id="sheet-title">${title}</h2>
      <button type="button" class="quiet" data-close onClick=${close}>${closeWord}</button>
    </header>
    <div class="sheet-body">${children}</div>
  </dialog>`;
}

/**
 * One of several, in one tap.
 * @param {{legend: string, options: {value: any, label: any}[], value: any, choose: (value: any) => void, input?: string}} props
 */
export function Chips({ legend, options, value, choose, input }) {
  return html`<fieldset class="chips">
    <legend>${legend}</legend>
    ${options.map(
      (option) => html`<button
        type="button"
        key=${String(option.value)}
        class="chip"
        data-input=${input}
        data-value=${option.value === null ? "null" : String(option.value)}
        aria-pressed=${String(option.value === value)}
        onClick=${() => choose(option.value)}
      >
        ${option.label}
      </button>`,
    )}
  </fieldset>`;
}

/**
 * A small drawing beside a word, in lines as wide as `width`; nothing where there is none.
 * @param {{path: string | undefined, width: number}} props
 */
export const Drawing = ({ path, width }) =>
  path
    ? html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width=${width} stroke-linecap="round" stroke-linejoin="round"><path d=${path} /></svg>`
    : null;
