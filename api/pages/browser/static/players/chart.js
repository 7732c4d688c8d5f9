/** The course of a rating, match by match: a line, and the band of its uncertainty. */

import { html } from "../shared/ui.js";
import { p } from "./words.js";

/** @import * as openapi from "openapi" */

const WIDTH = 600;
const HEIGHT = 160;
const EDGE = 8;

/**
 * The words below it say the same, also for a screen reader. Empty if no rating has moved yet.
 * @param {{changes: readonly openapi.RatingChange[], game: string}} props the latest first
 */
export function Chart({ changes, game }) {
  const first = changes.at(-1);
  if (!first) return null;
  const points = [
    { rating: first.rating_before, off: first.uncertainty_before },
    ...[...changes].reverse().map((one) => ({ rating: one.rating, off: one.uncertainty })),
  ];
  const top = Math.max(...points.map((one) => one.rating + one.off));
  const low = Math.min(...points.map((one) => one.rating - one.off));
  const x = (/** @type {number} */ n) => EDGE + (n * (WIDTH - 2 * EDGE)) / (points.length - 1);
  const y = (/** @type {number} */ rating) => EDGE + ((top - rating) * (HEIGHT - 2 * EDGE)) / (top - low);
  const line = (/** @type {readonly number[]} */ ratings, from = 0, step = 1) =>
    ratings.map((rating, n) => `${x(from + n * step).toFixed(1)},${y(rating).toFixed(1)}`).join(" ");
  const over = points.map((one) => one.rating + one.off);
  const under = points.map((one) => one.rating - one.off).reverse();
  const last = points[points.length - 1];
  return html`<figure class="chart">
    <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <polygon class="band" points=${`${line(over)} ${line(under, points.length - 1, -1)}`} />
      <polyline class="line" points=${line(points.map((one) => one.rating))} />
    </svg>
    <figcaption>${p.rating.drawn(game, first.rating_before, last.rating, changes.length)}</figcaption>
  </figure>`;
}
