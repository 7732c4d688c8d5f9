/** The clock of a match as it goes on. It is drawn again only when its figures change. */

import { useEffect, useState } from "preact/hooks";
import { standingOf } from "./turnclock.js";

/** @typedef {import("./turnclock.js").TurnClock} TurnClock */

const EVERY_MS = 250;

/**
 * The state of a clock now, and again at every second.
 * @param {TurnClock} clock
 * @param {import("./servicetime.js").ServiceTime} time
 * @returns {import("./turnclock.js").Standing}
 */
export function useStanding(clock, time) {
  const [, setShown] = useState("");
  // By what it says: a clock may be another object each time that its page is drawn.
  const says = JSON.stringify(clock);
  useEffect(() => {
    const look = () => {
      const { state, left } = standingOf(clock, time.now());
      setShown(`${state} ${left}`);
    };
    look();
    const timer = setInterval(look, EVERY_MS);
    return () => clearInterval(timer);
  }, [says]);
  return standingOf(clock, time.now());
}
