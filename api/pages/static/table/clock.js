/** How long whose turn it is still has, where the house rules give a time: as this device has seen the turn begin. */

import { useEffect, useState } from "preact/hooks";
import { html } from "../shared/ui.js";
import { w } from "../shared/words.js";

/** @typedef {import("./store.js").Table} Table */

const EVERY_MS = 250;
const SECOND_MS = 1_000;
/** From here on the time is shown so that it is seen. */
const SHORT_SECONDS = 10;

/**
 * A clock for one turn: another turn wants another one.
 * @param {{seconds: number}} props
 */
export function Clock({ seconds }) {
  const [until] = useState(() => performance.now() + seconds * SECOND_MS);
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((until - performance.now()) / SECOND_MS))), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return html`<p class=${`clock ${left <= SHORT_SECONDS ? "short" : ""}`} role="timer" data-seconds=${left}>${left > 0 ? w.clock.left(left) : w.clock.over}</p>`;
}

/**
 * The seconds of a turn; null where nobody's time runs.
 * @param {Table} table
 */
export function turnSeconds(table) {
  const view = table.view.value;
  return view && view.status === "open" && view.turn !== null ? (table.game?.seconds?.(view) ?? null) : null;
}
