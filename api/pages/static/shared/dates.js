/** Dates in words. */

import { language } from "./language.js";

/**
 * Loads what the browser knows of calendars, while it waits for the network: at the first date that is shown in words this takes a
 * tenth of a second on a slow phone.
 */
export const loadCalendar = () => setTimeout(() => new Date().toLocaleString(language, { dateStyle: "medium", timeStyle: "medium" }));
