/** Keys by which the service recognizes a repeated request. */

/** A key that is used once. `crypto.randomUUID` exists over HTTPS only. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
