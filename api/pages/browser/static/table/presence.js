/**
 * The other devices that record at this table. Each device that records says every ten seconds that it is there, and hears of
 * the others.
 */

import { Problem, Unreachable } from "../shared/api.js";
import { sharing } from "../shared/same.js";
import { w } from "../shared/words.js";
import { PUBLIC } from "./reader.js";

/** @typedef {import("./store.js").Table} Table */
/** @typedef {import("../shared/types.js").Present} Present */

const EVERY_MS = 10_000;
/** Interval before the match is there, which gives a player's device its name. */
const SOON_MS = 500;
/** Silence after which a device has left the table. */
const LEFT_SECONDS = 45;
const LABEL = "referee.device";
const MARK_LENGTH = 3;

/**
 * Says that this device is here, and hears of the others; again and again.
 * @param {Table} table
 */
export function attend(table) {
  const path = `/v1/matches/${table.match}/presence`;
  const hear = async () => {
    const answer = /** @type {Present} */ (await table.api.get(path));
    table.reader.value = sharing(answer.you, table.reader.value);
    table.count(answer);
    const own = label(table);
    table.others.value = answer.items.filter(
      (one) => one.label !== own && !former.has(one.label) && one.seconds_ago < LEFT_SECONDS,
    );
    const savedView = table.savedView.value;
    if (savedView && !table.outbox.tab.elsewhere.value && answer.you.records)
      await table.api.put(path, { label: own, pending: table.pending.value, last_saved: savedView.version, idle_seconds: idle() });
    await table.look();
  };
  let timer = 0;
  const round = async () => {
    try {
      await hear();
    } catch (error) {
      // A token may be taken back during the match. The page then keeps the taps until there is another token.
      if (error instanceof Problem && (error.status === 403 || (error.status === 401 && !table.api.token)))
        table.reader.value = PUBLIC;
      else if (!(error instanceof Problem) && !(error instanceof Unreachable)) throw error;
    }
    clearTimeout(timer);
    timer = setTimeout(() => void round(), table.view.value ? EVERY_MS : SOON_MS);
  };
  tell = () => void round();
  return round();
}

/** The time of the last touch or key on this device, by a clock that cannot be set. */
let lastTouch = /** @type {number | null} */ (null);
for (const touch of ["pointerdown", "keydown"])
  addEventListener(touch, () => (lastTouch = performance.now()), { capture: true, passive: true });

/** Number of seconds since that time. */
const idle = () => (lastTouch === null ? null : (performance.now() - lastTouch) / 1000);

/**
 * The name of this device at the table: that of the player that holds it, or one of its own, which it keeps.
 * @param {Table} table
 */
export function label(table) {
  const [seat] = table.reader.value.seats;
  if (seat !== undefined) return table.name(seat);
  if (fresh) return fresh;
  try {
    const storedLabel = localStorage.getItem(LABEL);
    if (storedLabel) return (fresh = storedLabel);
  } catch {
    // The device takes a name as if for the first time.
  }
  return keep(`${w.device} ${mark()}`);
}

/**
 * The name of this device, once it has one.
 * @type {string | undefined}
 */
let fresh;
/** Earlier names of this device, while this page is open. They are no other devices. */
const former = new Set();
/** Says so to the others at once. */
let tell = () => {};

/**
 * Gives this device another name from now on.
 * @param {string} name
 */
export function rename(name) {
  if (fresh) former.add(fresh);
  keep(name);
  tell();
}

/** @param {string} name */
function keep(name) {
  fresh = name;
  try {
    localStorage.setItem(LABEL, name);
  } catch {
    // A browser that keeps nothing gets another name each time.
  }
  return name;
}

/** A few letters that tell two tablets apart. */
const mark = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(MARK_LENGTH)), (byte) => String.fromCharCode(65 + (byte % 26))).join("");
