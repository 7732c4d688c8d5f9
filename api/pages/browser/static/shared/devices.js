/** The devices that record a match, as the service knows them. */

/** @typedef {import("./types.js").Present["items"][number]} Device */

/**
 * Seconds since the last tap on a device, by the service's clock alone; null if there was none.
 * @param {Device} device
 */
export const lastTap = (device) =>
  device.tapped_at ? device.seconds_ago + (Date.parse(device.heard_at) - Date.parse(device.tapped_at)) / 1000 : null;
