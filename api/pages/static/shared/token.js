/** The token of a page: it comes in the fragment, which no server sees, and stays on this device. */

/**
 * Takes the token out of the address and keeps it for this match; what was kept before, where the address has none.
 * @param {string} match
 * @returns {string | null}
 */
export function tokenFor(match) {
  const place = `referee.token.${match}`;
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  if (given === null) return recall(place);
  history.replaceState(null, "", location.pathname + location.search);
  keep(place, given);
  return given;
}

/** @param {string} place */
function recall(place) {
  try {
    return localStorage.getItem(place);
  } catch {
    return null;
  }
}

/**
 * @param {string} place
 * @param {string} token
 */
function keep(place, token) {
  try {
    localStorage.setItem(place, token);
  } catch {
    // A browser that keeps nothing asks for the QR code again after a reload.
  }
}
