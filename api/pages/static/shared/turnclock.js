/** How the clock of a match stands, whatever its game: by what the service said of it and by the service's time. */

/**
 * @typedef {NonNullable<import("./types.js").MatchView["clock"]> & {paused_at?: string | null, left?: number | null, extra?: number}} TurnClock
 * @typedef {"runs" | "over" | "stands" | "paused" | "unknown"} State `stands`: for lack of a tablet; `unknown`: no answer has told what time it is
 * @typedef {{state: State, left: number | null}} Standing `left`: whole seconds; null where nobody knows
 */

const SECOND_MS = 1_000;
const MINUTE_SECONDS = 60;
const HOUR_MINUTES = 60;
/** From here on time is short: it is shown so, and said once. */
export const SHORT_SECONDS = 10;

/**
 * @param {TurnClock} clock
 * @param {number | null} now by the service's clock, milliseconds
 * @returns {Standing}
 */
export function standingOf(clock, now) {
  const kept = typeof clock.left === "number" ? Math.ceil(clock.left) : null;
  if (clock.paused_at) return { state: "paused", left: kept };
  if (clock.expired) return { state: "over", left: 0 };
  if (!clock.deadline) return { state: "stands", left: kept };
  if (now === null) return { state: "unknown", left: null };
  const left = Math.max(0, Math.ceil((Date.parse(clock.deadline) - now) / SECOND_MS));
  return { state: left > 0 ? "runs" : "over", left };
}

/**
 * Seconds as a clock has them: `0:42`, `12:05`, `1:00:00`.
 * @param {number} seconds
 */
export function digits(seconds) {
  const minutes = Math.floor(seconds / MINUTE_SECONDS);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const rest = two(seconds % MINUTE_SECONDS);
  return minutes < HOUR_MINUTES ? `${minutes}:${rest}` : `${Math.floor(minutes / HOUR_MINUTES)}:${two(minutes % HOUR_MINUTES)}:${rest}`;
}

/**
 * Whether time is short or over, and what is shown has to stand out.
 * @param {Standing} standing
 */
export const isShort = ({ state, left }) => state === "over" || (state === "runs" && left !== null && left <= SHORT_SECONDS);
