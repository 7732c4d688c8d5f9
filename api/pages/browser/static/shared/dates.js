/** Dates in words. */

import { language } from "./language.js";

/**
 * @typedef {{hour: string, day: string | null}} When a moment by the clock of this device; `day`: with its hour, where it is
 *   another day
 */

/**
 * Days come before months, and hours go to 24, in every language.
 * @type {string}
 */
export const LOCALE = { es: "es-ES", en: "en-GB", pt: "pt-PT" }[language] ?? language;
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
 * A day, with its year.
 * @param {Date} time
 */
export const dayOf = (time) => time.toLocaleDateString(LOCALE, { day: "numeric", month: "short", year: "numeric" });

/**
 * A day, with its month in full.
 * @param {Date} time
 */
export const longDay = (time) => time.toLocaleDateString(LOCALE, { day: "numeric", month: "long", year: "numeric" });

/**
 * A day of the week and of the month, and the hour.
 * @param {Date} time
 */
export const dayAndHour = (time) => DAY.format(time);

/**
 * The time that has passed, in its largest unit. The signs of units are the same in every language.
 * @param {number} seconds
 */
export const ageOf = (seconds) =>
  seconds < 60 ? `${seconds} s` : seconds < 3600 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3600)} h`;

/**
 * Loads the calendar of the browser while the page waits for the network. The first date in words takes a tenth of a second on a
 * slow phone.
 */
export const loadCalendar = () =>
  setTimeout(() => new Date().toLocaleString(LOCALE, { dateStyle: "medium", timeStyle: "medium" }));
