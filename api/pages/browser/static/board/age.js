/** The age of what is shown, in words that go on counting while the service does not answer. */

import { useEffect, useState } from "preact/hooks";

const AGE_MS = 1_000;

/**
 * Seconds since the service answered last.
 * @param {import("./store.js").Hall} hall
 */
export function useAge(hall) {
  const [now, setNow] = useState(hall.clock());
  const online = hall.online.value;
  useEffect(() => {
    if (online) return;
    setNow(hall.clock());
    const timer = setInterval(() => setNow(hall.clock()), AGE_MS);
    return () => clearInterval(timer);
  }, [online]);
  return Math.max(0, Math.round((now - hall.answeredAt.value) / 1000));
}
