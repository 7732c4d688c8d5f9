/** Values from the service that repeat what an earlier one said: what stays the same is in memory once. */

/**
 * A value as it was just read, with the parts of an earlier one in place of its own where both are equal.
 * @template T
 * @param {T} now
 * @param {any} before
 * @returns {T}
 */
export function sharing(now, before) {
  if (!now || typeof now !== "object" || now.constructor !== before?.constructor) return now;
  const all = /** @type {any} */ (now);
  const names = Object.keys(all);
  let isSame = names.length === Object.keys(before).length;
  for (const name of names) {
    all[name] = sharing(all[name], before[name]);
    isSame &&= all[name] === before[name];
  }
  return isSame ? before : now;
}
