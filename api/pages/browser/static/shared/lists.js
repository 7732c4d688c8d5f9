/** Lists that come in pages. A page shows as much of a list as its reader asks for. */

/**
 * @template T
 * @typedef {(path: string) => Promise<{items: readonly T[], next: string | null} | null>} ReadPage null: it cannot be read now
 */
/**
 * @template T
 * @typedef {{items: readonly T[], more: boolean}} Part the items that were read of a list; `more`: the list goes on
 */

/** The number of items that one request asks for. */
const PAGE = 200;

/**
 * The first items of a list: as many as are asked for, or all that there are.
 * @template T
 * @param {ReadPage<T>} read
 * @param {string} path without a cursor
 * @param {number} [most]
 * @returns {Promise<Part<T>>}
 */
export async function firstOf(read, path, most = Infinity) {
  /** @type {T[]} */
  const items = [];
  let cursor = /** @type {string | null} */ ("");
  while (cursor !== null && items.length < most) {
    const after = cursor && `cursor=${encodeURIComponent(cursor)}&`;
    const page = await read(`${path}${path.includes("?") ? "&" : "?"}${after}limit=${Math.min(PAGE, most - items.length)}`);
    items.push(...(page?.items ?? []));
    cursor = page?.next ?? null;
  }
  return { items, more: cursor !== null };
}

/**
 * The number of items to read of each list of a page. It grows by as many again each time that the reader asks for older ones.
 */
export class ListSizes {
  /**
   * @param {Record<string, number>} now
   * @param {() => void} look reads the page again
   */
  constructor(now, look) {
    this.now = now;
    this.look = look;
  }

  /** @param {string} name of the list */
  older = (name) => {
    this.now[name] *= 2;
    this.look();
  };
}
