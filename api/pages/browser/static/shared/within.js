/** A limit for what may never be answered. */

/**
 * A signal that ends a request after this time; `end` lets it go on. `AbortSignal.timeout` is younger than many a tablet.
 * @param {number} milliseconds
 */
export function within(milliseconds) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), milliseconds);
  return { signal: controller.signal, end: () => clearTimeout(timer) };
}
