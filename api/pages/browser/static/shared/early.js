/** Requests that a page sends before its other modules have arrived. */

/**
 * Asks at once. The first call takes that answer, and every further call asks again.
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
    const answer = first ?? ask();
    first = null;
    return answer;
  };
}
