/** The clocks of the turn and of the whole match, to be read from across a hall. */

import { useStanding } from "../shared/ticking.js";
import { digits, isShort, ofMatch } from "../shared/turnclock.js";
import { html } from "../shared/ui.js";
import { w } from "../shared/words.js";

/** @typedef {import("../shared/turnclock.js").TurnClock} TurnClock */
/** @typedef {import("../shared/turnclock.js").MatchClock} MatchClock */
/** @typedef {import("../shared/servicetime.js").ServiceTime} ServiceTime */

/** @param {{view: import("../shared/types.js").MatchView, time: ServiceTime}} props */
export function BoardClock({ view, time }) {
  if (view.status !== "open") return null;
  return html`
    ${view.match_clock ? html`<${Whole} clock=${view.match_clock} time=${time} />` : null}
    ${view.clock ? html`<${Ticking} clock=${view.clock} time=${time} />` : null}
  `;
}

/** @param {{clock: MatchClock, time: ServiceTime}} props */
function Whole({ clock, time }) {
  const standing = useStanding(ofMatch(clock), time);
  const { state, left } = standing;
  const match = w.clock.match;
  const paused = w.clock.paused;
  const note = { runs: match.name, over: match.called, stands: match.waits, paused, unknown: match.name }[state];
  return html`<section
    class=${["clock", "whole", state, isShort(standing) ? "short" : ""].filter(Boolean).join(" ")}
    data-match-clock=${state}
    data-seconds=${left}
  >
    ${left === null || state === "over" ? null : html`<p role="timer" aria-label=${match.label}>${digits(left)}</p>`}
    <p class="note" role="status">${note}</p>
  </section>`;
}

/** @param {{clock: TurnClock, time: ServiceTime}} props */
function Ticking({ clock, time }) {
  const standing = useStanding(clock, time);
  const { state, left } = standing;
  const note = { runs: "", over: w.clock.over, stands: w.clock.stopped, paused: w.clock.paused, unknown: "" }[state];
  return html`<section
    class=${["clock", state, isShort(standing) ? "short" : ""].filter(Boolean).join(" ")}
    data-clock=${state}
    data-seconds=${left}
  >
    ${left === null ? null : html`<p role="timer" aria-label=${w.clock.label}>${digits(left)}</p>`}
    <p class="note" role="status">${note}</p>
  </section>`;
}
