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
/** @type {Intl.DateTimeFormatOptions} */
const HOUR = { hour: "2-digit", minute: "2-digit" };
/** @type {Intl.DateTimeFormatOptions} */
const DAY = { weekday: "short", day: "numeric", month: "short", ...HOUR };
/** The formats that were needed so far. The first of all takes a slow phone 60 ms, and any other more than what it writes. */
const formats = /** @type {Map<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>} */ (new Map());

/**
 * @param {Intl.DateTimeFormatOptions} options
 * @param {Date} time
 */
function write(options, time) {
  const format = formats.get(options) ?? new Intl.DateTimeFormat(LOCALE, options);
  formats.set(options, format);
  return format.format(time);
}

/**
 * The hour of a moment.
 * @param {Date} time
 */
export const hourOf = (time) => write(HOUR, time);

/**
 * The hour of a moment, and its day if that is not the day of the reference.
 * @param {string} time RFC 3339
 * @param {string} [reference] RFC 3339: now, if not given
 * @returns {When}
 */
export function when(time, reference) {
  const [at, other] = [new Date(time), reference ? new Date(reference) : new Date()];
  return { hour: hourOf(at), day: at.toDateString() === other.toDateString() ? null : write(DAY, at) };
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
export const dayAndHour = (time) => write(DAY, time);

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
