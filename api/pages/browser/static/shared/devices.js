/** The devices that record a match, as the service heard of them. */

/** @typedef {import("./types.js").Present["items"][number]} Device */

/**
 * How many seconds ago somebody last tapped on a device; null where nobody has. By the service's clock alone.
 * @param {Device} device
 */
export const lastTap = (device) =>
  device.tapped_at ? device.seconds_ago + (Date.parse(device.heard_at) - Date.parse(device.tapped_at)) / 1000 : null;
