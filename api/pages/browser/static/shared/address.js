/** The public address of the service: the beginning of every address that is printed, drawn as a code or sent on. */

/** The public address that the service was given, or else the one that this browser uses. */
export const publicOrigin = () =>
  document.querySelector('meta[name="public-address"]')?.getAttribute("content") ?? location.origin;
