/**
 * Figures as people read them. A number below zero has a minus sign (U+2212): it is as wide as a plus, no line ends after it, and
 * screen readers say it, where most are silent on a hyphen. Addresses, fields and files for programs keep the hyphen of ASCII.
 */

const MINUS = "\u2212";
/** A hyphen at the beginning of a number. In a date, a name or a range a letter or a figure stands before it. */
const BELOW_ZERO = /(^|[\s([=:+/→–—·«“|])-(?=\d)/g;

/**
 * A text with a minus before each number that is below zero.
 * @param {string} text
 */
export const withMinus = (text) => (text.includes("-") ? text.replace(BELOW_ZERO, `$1${MINUS}`) : text);

/**
 * A gain or a loss, with its sign.
 * @param {number} net
 */
export const withSign = (net) => (net > 0 ? `+${net}` : withMinus(String(net)));
