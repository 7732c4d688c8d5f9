/** Dates in words. */

import { language } from "./language.js";

/**
 * @typedef {{hour: string, day: string | null}} When a moment by the clock of this device; `day`: with its hour, where it is
 *   another day
 */

/** Days come before months, and hours go to 24, in both languages. */
export const LOCALE = language === "en" ? "en-GB" : "es-ES";
const HOUR = new Intl.DateTimeFormat(LOCALE, { hour: "2-digit", minute: "2-digit" });
const DAY = new Intl.DateTimeFormat(LOCALE, {
  weekday: "short",
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
});

/**
 * The hour of a moment, and its day if that is not the day of the reference.
 * @param {string} time RFC 3339
 * @param {string} [reference] RFC 3339: now, if not given
 * @returns {When}
 */
export function when(time, reference) {
  const [at, other] = [new Date(time), reference ? new Date(reference) : new Date()];
  return { hour: HOUR.format(at), day: at.toDateString() === other.toDateString() ? null : DAY.format(at) };
}

/**
 * Loads the calendar of the browser while the page waits for the network. The first date in words takes a tenth of a second on a
 * slow phone.
 */
export const loadCalendar = () =>
  setTimeout(() => new Date().toLocaleString(LOCALE, { dateStyle: "medium", timeStyle: "medium" }));
