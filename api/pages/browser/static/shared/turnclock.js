/**
 * The clocks of a match, for a turn and for all of it, in any game: by the service's last answer and the service's time.
 */

/**
 * @typedef {NonNullable<import("./types.js").MatchView["clock"]>} TurnClock
 * @typedef {NonNullable<import("./types.js").MatchView["match_clock"]>} MatchClock
 * @typedef {"runs" | "over" | "stands" | "paused" | "unknown"} State `stands`: for lack of a tablet; `unknown`: no answer has
 *   told what time it is
 * @typedef {{state: State, left: number | null}} Standing `left`: whole seconds; null if it is unknown
 */

const SECOND_MS = 1_000;
const MINUTE_SECONDS = 60;
const HOUR_MINUTES = 60;
/** Seconds from which time is short: the page shows it so, and says it once. */
export const SHORT_SECONDS = 10;

/**
 * The clock of a whole match, to be read like one of a turn without a seat.
 * @param {MatchClock} clock
 * @returns {TurnClock}
 */
export const ofMatch = ({ time_called, ...clock }) => ({
  ...clock,
  since: clock.since ?? "",
  seat: null,
  by: "record",
  expired: time_called,
});

/**
 * @param {TurnClock} clock
 * @param {number | null} now by the service's clock, milliseconds
 * @returns {Standing}
 */
export function standingOf(clock, now) {
  const seconds = typeof clock.left === "number" ? Math.ceil(clock.left) : null;
  if (clock.paused_at) return { state: "paused", left: seconds };
  if (clock.expired) return { state: "over", left: 0 };
  if (!clock.deadline) return { state: "stands", left: seconds };
  if (now === null) return { state: "unknown", left: null };
  const left = Math.max(0, Math.ceil((Date.parse(clock.deadline) - now) / SECOND_MS));
  return { state: left > 0 ? "runs" : "over", left };
}

/**
 * The clock after acts of a referee that the service does not know of yet.
 * @param {TurnClock} clock
 * @param {readonly import("./types.js").GameEvent[]} events
 * @param {number | null} now by the service's clock, milliseconds
 * @param {"turn" | "match"} of the clock that `events` are about
 * @returns {TurnClock}
 */
export function withWaiting(clock, events, now, of = "turn") {
  return events.reduce((/** @type {TurnClock} */ before, event) => {
    const runs = before.deadline !== null;
    const left =
      runs && before.deadline && now !== null ? Math.max(0, Date.parse(before.deadline) - now) / SECOND_MS : before.left;
    const until = (/** @type {number | null} */ seconds) =>
      now === null || seconds === null ? before.deadline : new Date(now + seconds * SECOND_MS).toISOString();
    if (event.type === "pause" && now !== null)
      return { ...before, paused_at: new Date(now).toISOString(), deadline: null, left };
    if (event.type === "resume") return { ...before, paused_at: null, deadline: until(left), left: null };
    if (event.type !== "extra_time" || (event.of ?? "turn") !== of) return before;
    const extension = { seconds: before.seconds + event.seconds, extra: before.extra + event.seconds, expired: false };
    if (!runs) return { ...before, ...extension, left: left === null ? null : left + event.seconds };
    return {
      ...before,
      ...extension,
      deadline: new Date(Date.parse(before.deadline ?? "") + event.seconds * SECOND_MS).toISOString(),
    };
  }, clock);
}

/**
 * Seconds as a clock shows them: `0:42`, `12:05`, `1:00:00`.
 * @param {number} seconds
 */
export function digits(seconds) {
  const minutes = Math.floor(seconds / MINUTE_SECONDS);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const rest = two(seconds % MINUTE_SECONDS);
  return minutes < HOUR_MINUTES
    ? `${minutes}:${rest}`
    : `${Math.floor(minutes / HOUR_MINUTES)}:${two(minutes % HOUR_MINUTES)}:${rest}`;
}

/**
 * True if time is short or over, so that the clock has to stand out.
 * @param {Standing} standing
 */
export const isShort = ({ state, left }) => state === "over" || (state === "runs" && left !== null && left <= SHORT_SECONDS);
