/** The time that a match still waits for an entrant that has not come, or the end of that wait. */

import { when } from "../../shared/dates.js";
import { k } from "../../shared/contests/words.js";
import { isLate } from "./model/watch.js";
import { p } from "./words.js";

/**
 * The wait in words; empty if the clock waits for no entrant.
 * @param {import("../../shared/types.js").Fixture} fixture
 * @param {number} now ms, by the service's clock
 * @param {string} [beside] the time beside it; its day is not said again
 */
export function waitOf(fixture, now, beside) {
  if (!fixture.no_show_at) return "";
  return (isLate(fixture, now) ? p.results.late : k.waitsUntil)(when(fixture.no_show_at, beside));
}
