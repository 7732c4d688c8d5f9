/**
 * The time left for the seat in turn, and for the match, if they have a clock. The service tells it; without a network this
 * device computes it.
 */

import { useMemo } from "preact/hooks";
import { BESIDE } from "../games/device/index.js";
import { digits, isShort, ofMatch, SHORT_SECONDS, withWaiting } from "../shared/turnclock.js";
import { useStanding } from "../shared/ticking.js";
import { html } from "../shared/ui.js";
import { w } from "../shared/words.js";
import { Icon } from "./icons.js";
import { isKnown } from "./meaning.js";
import { referees } from "./reader.js";

/** @typedef {import("./store.js").Table} Table */
/** @typedef {import("../shared/types.js").MatchView} MatchView */
/** @typedef {import("../shared/turnclock.js").TurnClock} TurnClock */
/** @typedef {import("../shared/turnclock.js").Standing} Standing */

/** The event for the end of a turn's time, in every game that has it. */
export const TIMEOUT = "timeout";
/** The referee's acts on the clock: the name of their sheet. */
export const CLOCK = "clock";
/** The phase of every game in which no hand is in play. */
const BETWEEN_HANDS = "deal";
/** The event that ends a match at the end of its time, and the name of its sheet. */
export const TIME_UP = "time_up";
/** The author of an entry in which the service says that time is over. */
const BY_SERVICE = "clock";

/** @param {{table: Table}} props */
export function Clock({ table }) {
  const view = table.view.value;
  const clock = table.savedView.value?.clock;
  if (!view || !clock || view.status !== "open" || (waiting(table).play && view.turn === null)) return null;
  return html`<${Ticking} table=${table} view=${view} savedClock=${clock} />`;
}

/**
 * The part of the shown match that is not saved yet. It has the last play, which starts a turn that the service does not know
 * of yet, and the events beside the play since then.
 * @param {Table} table
 */
function waiting(table) {
  const [shownVersion, savedVersion] = [table.view.value?.version ?? 0, table.savedView.value?.version ?? 0];
  const items = table.outbox.waiting.value.filter((item) => item.after >= savedVersion && item.after < shownVersion);
  const play = items.filter((item) => !BESIDE.has(item.event.type)).pop();
  return { play, since: items.slice(play ? items.indexOf(play) + 1 : 0) };
}

/**
 * True if the clock is paused, or will be once the waiting events are saved.
 * @param {Table} table
 */
export const isPaused = (table) => {
  const whole = table.savedView.value?.match_clock;
  if (whole) return Boolean(wholeOf(table, whole).paused_at);
  const clock = table.savedView.value?.clock;
  return Boolean(
    clock &&
    withWaiting(
      clock,
      waiting(table).since.map((item) => item.event),
      table.api.time.now(),
    ).paused_at,
  );
};

/**
 * The clock of the whole match, with the acts on it that the service does not know of yet.
 * @param {Table} table
 * @param {import("../shared/turnclock.js").MatchClock} clock
 */
const wholeOf = (table, clock) =>
  withWaiting(
    ofMatch(clock),
    table.outbox.waiting.value.map((item) => item.event),
    table.api.time.now(),
    "match",
  );

/**
 * True if the clock of this match is stopped and given time from here.
 * @param {Table} table
 */
export const keepsClock = (table) =>
  (table.view.value?.clock !== undefined || table.view.value?.match_clock !== undefined) &&
  table.view.value.status === "open" &&
  referees(table.reader.value);

/**
 * True if the match can be ended on time from here now: between two hands, once time runs.
 * @param {Table} table
 */
export const mayEnd = (table) =>
  keepsClock(table) && Boolean(table.savedView.value?.match_clock?.since) && table.view.value?.phase === BETWEEN_HANDS;

/** @param {{table: Table}} props */
export function MatchClock({ table }) {
  const clock = table.savedView.value?.match_clock;
  return clock && table.view.value?.status === "open" ? html`<${Whole} table=${table} savedClock=${clock} />` : null;
}

/** @param {{table: Table, savedClock: import("../shared/turnclock.js").MatchClock}} props */
function Whole({ table, savedClock }) {
  const waits = table.outbox.waiting.value.map((item) => item.key).join();
  const clock = useMemo(() => wholeOf(table, savedClock), [savedClock, waits]);
  const standing = useStanding(clock, table.api.time);
  const { state, left } = standing;
  const { match } = w.clock;
  const time = left === null ? w.clock.unknown : digits(left);
  const ends = mayEnd(table);
  const note = {
    runs: "",
    over: ends ? match.ends : match.called,
    stands: match.waits,
    paused: w.clock.paused,
    unknown: w.clock.noTime,
  }[state];
  return html`<section
    class=${["clock", "whole", state, isShort(standing) ? "short" : ""].filter(Boolean).join(" ")}
    data-match-clock=${state}
    data-seconds=${left}
  >
    <p class="what">${match.name}</p>
    <p role="timer" aria-label=${match.label}><${Time} table=${table} time=${time} of="match" isPaused=${state === "paused"} /></p>
    <p class="note" role="status">${note}</p>
    ${state === "over" && ends
      ? html`<button type="button" class="call" data-open=${TIME_UP} onClick=${() => (table.sheet.value = TIME_UP)}>
          ${match.end}
        </button>`
      : null}
  </section>`;
}

/**
 * The time that is left. For a referee that keeps the clock it is a button, which opens the sheet at the tapped clock.
 * @param {{table: Table, time: string, of: "turn" | "match", isPaused: boolean}} props
 */
function Time({ table, time, of, isPaused }) {
  if (!keepsClock(table)) return html`<b>${time}</b>`;
  const open = () => {
    table.clockKind.value = of;
    table.sheet.value = CLOCK;
  };
  return html`<button type="button" data-open=${CLOCK} onClick=${open}>
    ${time}
    <${Icon} name=${isPaused ? "resume" : "pause"} />
    <span class="unseen"> ${w.clock.keep}</span>
  </button>`;
}

/** @param {{table: Table, view: MatchView, savedClock: TurnClock}} props */
function Ticking({ table, view, savedClock }) {
  const { play, since } = waiting(table);
  const base = useMemo(() => (play ? newTurn(savedClock, view.turn, table.api.time.now()) : savedClock), [savedClock, play?.key]);
  const clock = useMemo(
    () =>
      withWaiting(
        base,
        since.map((item) => item.event),
        table.api.time.now(),
      ),
    [base, since.map((item) => item.key).join()],
  );
  const standing = useStanding(clock, table.api.time);
  const { state, left } = standing;
  const records = recordsTimeout(table, clock);
  const time = left === null ? w.clock.unknown : digits(left);
  const kinds = ["clock", state, isShort(standing) ? "short" : "", records ? "records" : ""];
  return html`<section class=${kinds.filter(Boolean).join(" ")} data-clock=${state} data-seconds=${left}>
    ${view.match_clock ? html`<p class="what">${w.clock.turn}</p>` : null}
    <p role="timer" aria-label=${w.clock.label}><${Time} table=${table} time=${time} of="turn" isPaused=${state === "paused"} /></p>
    <p class="note">${notes(table, clock, state)}</p>
    ${records && state === "over"
      ? html`<button type="button" class="call" data-open=${TIMEOUT} onClick=${() => (table.sheet.value = TIMEOUT)}>
          ${w.clock.record}
        </button>`
      : null}
    <p class="unseen" role="status">${announcement(table, clock, standing)}</p>
  </section>`;
}

/**
 * The clock of a turn that began on this device now. It has its whole time, and stands if the clock before it stood.
 * @param {TurnClock} before
 * @param {number | null} seat
 * @param {number | null} now
 * @returns {TurnClock}
 */
function newTurn(before, seat, now) {
  const seconds = before.seconds - before.extra;
  const runs = before.deadline !== null && now !== null;
  return {
    ...before,
    seat,
    seconds,
    expired: false,
    extra: 0,
    deadline: runs ? new Date(now + seconds * 1_000).toISOString() : before.deadline,
    left: runs ? null : seconds,
  };
}

/**
 * True if the service plays for a seat without time. It does not if the hand is unknown to it, since it cannot choose a card
 * then.
 * @param {Table} table
 * @param {TurnClock} clock
 */
export function playsItself(table, clock) {
  const view = table.savedView.value;
  const unknown = referees(table.reader.value) && view !== null && clock.seat !== null && !isKnown(view, clock.seat);
  return clock.by === "service" && !unknown;
}

/**
 * True if this device records the end of a turn's time.
 * @param {Table} table
 * @param {TurnClock} clock
 */
function recordsTimeout(table, clock) {
  const has = table.ruleset.value?.events.includes(TIMEOUT) && table.game?.seldom?.[TIMEOUT] !== undefined;
  return has === true && referees(table.reader.value) && !playsItself(table, clock);
}

/**
 * The notes beside the time.
 * @param {Table} table
 * @param {TurnClock} clock
 * @param {Standing["state"]} state
 */
function notes(table, clock, state) {
  const plays = playsItself(table, clock);
  const offline = table.online.value ? "" : state === "unknown" ? w.clock.noTime : w.clock.offline[clock.by];
  const ends = clock.by === "record" ? "" : plays ? w.clock.then : w.clock.unknownHand;
  const what = {
    runs: ends,
    over: plays ? w.clock.plays : w.clock.over,
    stands: w.clock.stands,
    paused: w.clock.paused,
    unknown: "",
  }[state];
  return [what, offline, lastPlay(table)].filter(Boolean).join(" · ");
}

/**
 * The last play of the service, unless another event came after it.
 * @param {Table} table
 */
function lastPlay(table) {
  const last = table.course.log[table.course.log.length - 1];
  if (last?.recorded_by !== BY_SERVICE || last.version !== table.view.value?.version) return "";
  return w.clock.played(table.name(last.seat), table.does(/** @type {import("../shared/types.js").GameEvent} */ (last)));
}

/**
 * The text that is read aloud: at short time, at the end or at a stop, and not at each second.
 * @param {Table} table
 * @param {TurnClock} clock
 * @param {Standing} standing
 */
function announcement(table, clock, standing) {
  const name = clock.seat === null ? "" : table.name(clock.seat);
  if (standing.state === "paused") return w.clock.paused;
  if (standing.state === "over")
    return [name, playsItself(table, clock) ? w.clock.plays : w.clock.over].filter(Boolean).join(": ");
  return [isShort(standing) ? w.clock.short(name, SHORT_SECONDS) : "", lastPlay(table)].filter(Boolean).join(" ");
}
