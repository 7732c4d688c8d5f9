/** The token of a page: it comes in the fragment, which no server sees, and stays on this device. */

let isKept = true;

/** False if this browser refused to keep the token of this page, which is then gone with a reload. */
export const keepsToken = () => isKept;

/**
 * Takes the token out of the address and keeps it for the match or championship of the page. Without one in the address it
 * returns the token kept before.
 * @param {string} about a match or a championship
 * @returns {string | null}
 */
export function tokenFor(about) {
  const token = tokenIn(location.hash);
  if (token === null) return keptToken(about);
  history.replaceState(null, "", location.pathname + location.search);
  keepToken(about, token);
  return token;
}

/**
 * The token in an address, or in its fragment alone.
 * @param {string} address
 */
export const tokenIn = (address) => new URLSearchParams(address.slice(address.indexOf("#") + 1)).get("token");

/**
 * The token that this device keeps.
 * @param {string} about
 */
export function keptToken(about) {
  try {
    return localStorage.getItem(place(about));
  } catch {
    return null;
  }
}

/**
 * Every token that was kept on this device, once each.
 * @returns {string[]}
 */
export function keptTokens() {
  try {
    const names = Object.keys(localStorage).filter((one) => one.startsWith(place("")));
    return [...new Set(names.map((one) => localStorage.getItem(one) ?? ""))];
  } catch {
    return [];
  }
}

/**
 * Keeps a token on this device.
 * @param {string} about
 * @param {string} token
 */
export function keepToken(about, token) {
  try {
    localStorage.setItem(place(about), token);
    isKept = true;
  } catch {
    isKept = false;
  }
}

/**
 * Takes a token off this device.
 * @param {string} about
 */
export function dropToken(about) {
  try {
    localStorage.removeItem(place(about));
  } catch {
    // Nothing was kept.
  }
}

/** @param {string} about */
const place = (about) => `referee.token.${about}`;
