/** How long who has not come to a match is waited for, or that they no longer are. */

import { when } from "../../shared/dates.js";
import { k } from "../../shared/contests/words.js";
import { isLate } from "./model/watch.js";
import { p } from "./words.js";

/**
 * Nothing where nobody is waited for by the clock.
 * @param {import("../../shared/types.js").Fixture} fixture
 * @param {number} now ms, by the service's clock
 * @param {string} [beside] the time that is told beside it: its day is not told again
 */
export function awaited(fixture, now, beside) {
  if (!fixture.no_show_at) return "";
  return (isLate(fixture, now) ? p.results.late : k.waitsUntil)(when(fixture.no_show_at, beside));
}
