/** Lists that come in pages: as much of one as somebody wants to see. */

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
