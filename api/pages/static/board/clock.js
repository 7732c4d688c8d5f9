/** The time of whose turn it is, to be read from across a hall. */

import { useStanding } from "../shared/ticking.js";
import { digits, isShort } from "../shared/turnclock.js";
import { html } from "../shared/ui.js";
import { w } from "../shared/words.js";

/** @typedef {import("../shared/turnclock.js").TurnClock} TurnClock */
/** @typedef {import("../shared/servicetime.js").ServiceTime} ServiceTime */

/** @param {{view: import("../shared/types.js").MatchView, time: ServiceTime}} props */
export const BoardClock = ({ view, time }) => (view.clock && view.status === "open" ? html`<${Ticking} clock=${view.clock} time=${time} />` : null);

/** @param {{clock: TurnClock, time: ServiceTime}} props */
function Ticking({ clock, time }) {
  const standing = useStanding(clock, time);
  const { state, left } = standing;
  const note = { runs: "", over: w.clock.over, stands: w.clock.stopped, paused: w.clock.paused, unknown: "" }[state];
  return html`<section class=${["clock", state, isShort(standing) ? "short" : ""].filter(Boolean).join(" ")} data-clock=${state} data-seconds=${left}>
    ${left === null ? null : html`<p role="timer" aria-label=${w.clock.label}>${digits(left)}</p>`}
    <p class="note" role="status">${note}</p>
  </section>`;
}
