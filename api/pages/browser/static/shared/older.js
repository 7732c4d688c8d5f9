/** The way to older items on a list that comes in pages. */

import { useEffect, useState } from "preact/hooks";
import { firstOf } from "./lists.js";
import { html } from "./ui.js";
import { w } from "./words.js";

/**
 * @template T
 * @typedef {import("./lists.js").ReadPage<T>} ReadPage
 */
/**
 * @template T
 * @typedef {import("./lists.js").Part<T>} Part
 */

/**
 * A list that is read when it is first shown. `older` reads as many items again, and is null if there are no more.
 *
 * @template T
 * @param {ReadPage<T>} read
 * @param {string | null} path null: not yet
 * @param {number} step
 * @returns {{items: readonly T[] | null, again: () => Promise<void>, older: (() => void) | null}} `items`: null until they are
 *   there
 */
export function useList(read, path, step) {
  const [most, setMost] = useState(step);
  const [part, setPart] = useState(/** @type {Part<T> | null} */ (null));
  const again = async () => {
    if (path !== null) setPart(await firstOf(read, path, most));
  };
  useEffect(() => void again(), [path, most]);
  return { items: part?.items ?? null, again, older: part?.more ? () => setMost(most * 2) : null };
}

/**
 * The button for older items below a list. Draws nothing if all of it is shown.
 * @param {{name: string, press: (() => void) | null}} props
 */
export const Older = ({ name, press }) =>
  press
    ? html`<p class="older"><button type="button" data-older=${name} onClick=${press}>${w.older}</button></p>`
    : null;
