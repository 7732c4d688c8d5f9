/** Components that every page draws with. */

import htm from "htm";
import { createElement } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { withMinus } from "./figures.js";

/** Attributes that are read out or shown. */
const READ = ["aria-label", "title", "alt"];
/** Attributes that programs read, or that are copied into them. */
const CODE = new Set(["code", "pre"]);

/** The mark of an element that htm makes anew for each drawing. */
const DYNAMIC = 3;

/** @param {any} child @returns {any} */
const withFigures = (child) =>
  typeof child === "string"
    ? withMinus(child)
    : typeof child === "number" && child < 0
      ? withMinus(String(child))
      : Array.isArray(child)
        ? child.map(withFigures)
        : child;

/**
 * An element with its figures as people read them. All that a page draws goes through here.
 * @this {any}
 * @param {any} type
 * @param {any} props
 * @param {...any} children
 */
function element(type, props, ...children) {
  // htm would keep an element without values for the next drawing. Preact hangs each on the tree in which it was drawn first, and that
  // tree would stay in memory for as long as the page.
  this[0] = DYNAMIC;
  if (CODE.has(type)) return createElement(type, props, ...children);
  for (const name of READ) if (typeof props?.[name] === "string") props[name] = withMinus(props[name]);
  return createElement(type, props, ...children.map(withFigures));
}

/** @type {(strings: TemplateStringsArray, ...values: any[]) => any} */
export const html = htm.bind(/** @type {any} */ (element));

/**
 * The end of a row; on a phone the score of more than two sides stands below it.
 * @param {readonly unknown[]} score
 */
export const sideOf = (score) => (score.length > 2 ? "side many" : "side");

/**
 * Several texts, one after the other. A line ends between two of them, and inside one only if a line is too short for it.
 * @param {readonly (string | number)[]} all what is empty is left out
 * @param {string} mark what stands between them, with its spaces
 */
export const pieces = (all, mark = " · ") =>
  all
    .filter((one) => one !== "")
    .map((one, n, all) =>
      n === all.length - 1
        ? html`<span class="piece">${one}</span>`
        : html`<span class="piece">${one}<span class="kept">${mark.trimEnd()}</span></span> `,
    );

/** What was pressed last, and when. Safari gives a button that is tapped no focus. */
let press = { target: /** @type {HTMLElement | null} */ (null), at: 0 };
addEventListener(
  "click",
  ({ target, timeStamp }) =>
    (press = { target: target instanceof Element ? target.closest("button, a, summary") : null, at: timeStamp }),
  true,
);
/** Time in milliseconds within which a page opens the sheet that was asked for. */
const SOON_MS = 1_000;

/** What opened a sheet that opens now. */
const openerNow = () =>
  performance.now() - press.at < SOON_MS && press.target
    ? press.target
    : /** @type {HTMLElement | null} */ (document.activeElement);

/**
 * A sheet that covers the lower part of the page until it is closed: by its button, by Escape, or by what was chosen in it.
 * @param {{title: string, name: string, close: () => void, closeWord: string, children?: any}} props
 */
export function Sheet({ title, name, close, closeWord, children }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  // Before the browser paints: what had the focus may be drawn anew by then.
  useLayoutEffect(() => {
    const [element, opener] = [dialog.current, openerNow()];
    element?.showModal();
    document.documentElement.classList.add("covered");
    const back = () => (opener?.isConnected ? opener : (same(opener) ?? openerOf(name)))?.focus({ preventScroll: true });
    return () => {
      element?.close();
      document.documentElement.classList.toggle("covered", document.querySelector("dialog[open]") !== null);
      back();
      // What was decided in the sheet is drawn after it, and what had opened it with that.
      requestAnimationFrame(() => document.activeElement === document.body && back());
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
 * The control that replaces a removed one: the only one with one of its hooks.
 * @param {HTMLElement | null} control
 * @returns {HTMLElement | undefined}
 */
function same(control) {
  const hooks = [...(control?.attributes ?? [])].filter((one) => one.name.startsWith("data-"));
  const matches = hooks.map((one) => document.querySelectorAll(`[${one.name}="${CSS.escape(one.value)}"]`));
  return /** @type {HTMLElement | undefined} */ (matches.find((all) => all.length === 1)?.[0]);
}

/**
 * The control that opens the sheet of this name.
 * @param {string} name
 * @returns {HTMLElement | null}
 */
const openerOf = (name) => document.querySelector(`[data-open="${name}"]`);

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
 * A small drawing beside a word, in lines as wide as `width`. Draws nothing without a path.
 * @param {{path: string | undefined, width: number}} props
 */
export const Drawing = ({ path, width }) =>
  path
    ? html`<svg
        class="icon"
        viewBox="0 0 24 24"
        aria-hidden="true"
        fill="none"
        stroke="currentColor"
        stroke-width=${width}
        stroke-linecap="round"
        stroke-linejoin="round"
      ><path d=${path} /></svg>`
    : null;
