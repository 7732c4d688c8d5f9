/**
 * How long whose turn it is still has, and the match, where they have a clock: as the service tells it, and without a network as
 * this device can.
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

/** What is recorded when time is over, in every game that has it. */
export const TIMEOUT = "timeout";
/** What a referee does with the clock: the name of its sheet. */
export const CLOCK = "clock";
/** The phase of every game in which no hand is in play. */
const BETWEEN_HANDS = "deal";
/** How a match whose time is over is ended, and the name of its sheet. */
export const TIME_UP = "time_up";
/** By whom the service records when it says itself that time is over. */
const BY_SERVICE = "clock";

/** @param {{table: Table}} props */
export function Clock({ table }) {
  const view = table.view.value;
  const clock = table.saved.value?.clock;
  if (!view || !clock || view.status !== "open" || (waiting(table).play && view.turn === null)) return null;
  return html`<${Ticking} table=${table} view=${view} saved=${clock} />`;
}

/**
 * What of the shown match is not saved yet: the last play, by which the time of a turn runs of which the service has not heard,
 * and what came beside the play since.
 * @param {Table} table
 */
function waiting(table) {
  const [shown, saved] = [table.view.value?.version ?? 0, table.saved.value?.version ?? 0];
  const items = table.outbox.waiting.value.filter((item) => item.after >= saved && item.after < shown);
  const play = items.filter((item) => !BESIDE.has(item.event.type)).pop();
  return { play, since: items.slice(play ? items.indexOf(play) + 1 : 0) };
}

/**
 * Whether the clock is paused, or will be once what waits is saved.
 * @param {Table} table
 */
export const isPaused = (table) => {
  const whole = table.saved.value?.match_clock;
  if (whole) return Boolean(wholeOf(table, whole).paused_at);
  const clock = table.saved.value?.clock;
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
 * The clock of the whole match, with what was done to it of which the service has not heard yet.
 * @param {Table} table
 * @param {import("../shared/turnclock.js").MatchClock} saved
 */
const wholeOf = (table, saved) =>
  withWaiting(
    ofMatch(saved),
    table.outbox.waiting.value.map((item) => item.event),
    table.api.time.now(),
    "match",
  );

/**
 * Whether the clock of this match is stopped and given time from here.
 * @param {Table} table
 */
export const keepsClock = (table) =>
  (table.view.value?.clock !== undefined || table.view.value?.match_clock !== undefined) &&
  table.view.value.status === "open" &&
  referees(table.reader.value);

/**
 * Whether the match can be ended on time from here now: between two hands, once time runs.
 * @param {Table} table
 */
export const mayEnd = (table) =>
  keepsClock(table) && Boolean(table.saved.value?.match_clock?.since) && table.view.value?.phase === BETWEEN_HANDS;

/** @param {{table: Table}} props */
export function MatchClock({ table }) {
  const clock = table.saved.value?.match_clock;
  return clock && table.view.value?.status === "open" ? html`<${Whole} table=${table} saved=${clock} />` : null;
}

/** @param {{table: Table, saved: import("../shared/turnclock.js").MatchClock}} props */
function Whole({ table, saved }) {
  const waits = table.outbox.waiting.value.map((item) => item.key).join();
  const clock = useMemo(() => wholeOf(table, saved), [saved, waits]);
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
    <p role="timer" aria-label=${match.label}><${Time} table=${table} time=${time} of="match" paused=${state === "paused"} /></p>
    <p class="note" role="status">${note}</p>
    ${state === "over" && ends
      ? html`<button type="button" class="call" data-open=${TIME_UP} onClick=${() => (table.sheet.value = TIME_UP)}>
          ${match.end}
        </button>`
      : null}
  </section>`;
}

/**
 * What is left, on a button where a referee keeps the clock: it opens on what was tapped.
 * @param {{table: Table, time: string, of: "turn" | "match", paused: boolean}} props
 */
function Time({ table, time, of, paused }) {
  if (!keepsClock(table)) return html`<b>${time}</b>`;
  const open = () => {
    table.timed.value = of;
    table.sheet.value = CLOCK;
  };
  return html`<button type="button" data-open=${CLOCK} onClick=${open}>
    ${time}
    <${Icon} name=${paused ? "resume" : "pause"} />
    <span class="unseen"> ${w.clock.keep}</span>
  </button>`;
}

/** @param {{table: Table, view: MatchView, saved: TurnClock}} props */
function Ticking({ table, view, saved }) {
  const { play, since } = waiting(table);
  const base = useMemo(() => (play ? begun(saved, view.turn, table.api.time.now()) : saved), [saved, play?.key]);
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
    <p role="timer" aria-label=${w.clock.label}><${Time} table=${table} time=${time} of="turn" paused=${state === "paused"} /></p>
    <p class="note">${notes(table, clock, state)}</p>
    ${records && state === "over"
      ? html`<button type="button" class="call" data-open=${TIMEOUT} onClick=${() => (table.sheet.value = TIMEOUT)}>
          ${w.clock.record}
        </button>`
      : null}
    <p class="unseen" role="status">${said(table, clock, standing)}</p>
  </section>`;
}

/**
 * The clock of a turn that began on this device now: it has its whole time, and stands where the clock before it stood.
 * @param {TurnClock} before
 * @param {number | null} seat
 * @param {number | null} now
 * @returns {TurnClock}
 */
function begun(before, seat, now) {
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
 * Whether the service plays for whose time is over: not where it does not know the hand, since it cannot choose a card then.
 * @param {Table} table
 * @param {TurnClock} clock
 */
export function playsItself(table, clock) {
  const view = table.saved.value;
  const unknown = referees(table.reader.value) && view !== null && clock.seat !== null && !isKnown(view, clock.seat);
  return clock.by === "service" && !unknown;
}

/**
 * Whether it is recorded from here that time is over.
 * @param {Table} table
 * @param {TurnClock} clock
 */
function recordsTimeout(table, clock) {
  const has = table.ruleset.value?.events.includes(TIMEOUT) && table.game?.seldom?.[TIMEOUT] !== undefined;
  return has === true && referees(table.reader.value) && !playsItself(table, clock);
}

/**
 * What stands beside the time.
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
  return [what, offline, played(table)].filter(Boolean).join(" · ");
}

/**
 * What the service has played last, where nothing came after it.
 * @param {Table} table
 */
function played(table) {
  const last = table.course.log[table.course.log.length - 1];
  if (last?.recorded_by !== BY_SERVICE || last.version !== table.view.value?.version) return "";
  return w.clock.played(table.name(last.seat), table.does(/** @type {import("../shared/types.js").GameEvent} */ (last)));
}

/**
 * What is read aloud: when time is short, over or stopped, and not at each second.
 * @param {Table} table
 * @param {TurnClock} clock
 * @param {Standing} standing
 */
function said(table, clock, standing) {
  const name = clock.seat === null ? "" : table.name(clock.seat);
  if (standing.state === "paused") return w.clock.paused;
  if (standing.state === "over")
    return [name, playsItself(table, clock) ? w.clock.plays : w.clock.over].filter(Boolean).join(": ");
  return [isShort(standing) ? w.clock.short(name, SHORT_SECONDS) : "", played(table)].filter(Boolean).join(" ");
}
