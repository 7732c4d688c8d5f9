/** The words of the organizer's pages, in the page's language. */

import { LOCALE } from "../shared/dates.js";
export { words as o } from "./words/es.js";

const MOMENT = new Intl.DateTimeFormat(LOCALE, {
  weekday: "short",
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
});

/**
 * A moment in everyday words, by the clock of this device.
 * @param {string} time RFC 3339
 */
export const moment = (time) => MOMENT.format(new Date(time));
