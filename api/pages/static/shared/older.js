/** Lists that come in pages: as much of one as somebody wants to see, and the way to what is older. */

import { useEffect, useState } from "preact/hooks";
import { html } from "./ui.js";
import { w } from "./words.js";

/**
 * @template T
 * @typedef {(path: string) => Promise<{items: readonly T[], next: string | null} | null>} ReadPage null: it cannot be read now
 */
/**
 * @template T
 * @typedef {{items: readonly T[], more: boolean}} Part what was read of a list, and whether there is more of it
 */

/** As many as one request asks for. */
const PAGE = 200;

/**
 * The first of a list: as many as are wanted, or all that there are.
 * @template T
 * @param {ReadPage<T>} read
 * @param {string} path without a cursor
 * @param {number} [wanted]
 * @returns {Promise<Part<T>>}
 */
export async function firstOf(read, path, wanted = Infinity) {
  /** @type {T[]} */
  const items = [];
  let cursor = /** @type {string | null} */ ("");
  while (cursor !== null && items.length < wanted) {
    const after = cursor && `cursor=${encodeURIComponent(cursor)}&`;
    const page = await read(`${path}${path.includes("?") ? "&" : "?"}${after}limit=${Math.min(PAGE, wanted - items.length)}`);
    items.push(...(page?.items ?? []));
    cursor = page?.next ?? null;
  }
  return { items, more: cursor !== null };
}

/** How much of each list of a page is wanted: as many again each time that somebody asks for what is older. */
export class Wanted {
  /**
   * @param {Record<string, number>} first
   * @param {() => void} look reads the page again
   */
  constructor(first, look) {
    this.now = { ...first };
    this.look = look;
  }

  /** @param {string} name of the list */
  older = (name) => {
    this.now[name] *= 2;
    this.look();
  };
}

/**
 * A list that is read when it is first shown; `older` reads on, where there is more.
 * @template T
 * @param {ReadPage<T>} read
 * @param {string | null} path null: not yet
 * @param {number} step
 * @returns {{items: readonly T[] | null, again: () => Promise<void>, older: (() => void) | null}} `items`: null until they are there
 */
export function useList(read, path, step) {
  const [wanted, setWanted] = useState(step);
  const [part, setPart] = useState(/** @type {Part<T> | null} */ (null));
  const again = async () => {
    if (path !== null) setPart(await firstOf(read, path, wanted));
  };
  useEffect(() => void again(), [path, wanted]);
  return { items: part?.items ?? null, again, older: part?.more ? () => setWanted(wanted * 2) : null };
}

/**
 * Below a list: what leads to what is older. Nothing where all of it is shown.
 * @param {{name: string, press: (() => void) | null}} props
 */
export const Older = ({ name, press }) => (press ? html`<p class="older"><button type="button" data-older=${name} onClick=${press}>${w.older}</button></p>` : null);
