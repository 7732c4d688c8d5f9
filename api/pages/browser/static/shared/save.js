/** Files for the device. */

/** Time in milliseconds in which a browser asks its reader where to keep a file, and reads it. */
const KEPT_MS = 120_000;

/**
 * Hands a file to the device. Safari on iOS reads it only after its reader has agreed.
 * @param {Blob} file
 * @param {string} name
 */
export function save(file, name) {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
