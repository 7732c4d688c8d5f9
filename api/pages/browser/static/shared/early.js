/** What a page shows first, asked while its other modules are still on their way. */

/**
 * Asks at once, and gives that answer to the first who wants it; whoever comes again asks again.
 * @template T
 * @param {() => Promise<T>} ask
 * @returns {() => Promise<T>}
 */
export function early(ask) {
  /** @type {Promise<T> | null} */
  let first = ask();
  // Whoever takes it hears why it failed; until then nobody does.
  first.catch(() => undefined);
  return () => {
    const given = first ?? ask();
    first = null;
    return given;
  };
}
