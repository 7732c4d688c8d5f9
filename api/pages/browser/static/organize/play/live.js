/** The decisions of others. The sections of the play show them as they come. */

import { useEffect } from "preact/hooks";
import { follow } from "../../shared/stream.js";

/** @typedef {import("../store.js").Store} Store */

/** Pause in which several decisions are read together. */
const PAUSE_MS = 300;

/**
 * Reads the championship again after a decision that the page does not know yet.
 * @param {Store} store
 */
export function useLive(store) {
  useEffect(() => {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    const version = () => store.view.value?.version ?? 0;
    const stop = follow(store.api, `/v1/championships/${store.id}/stream`, version(), {
      entry: (at) => {
        if (at <= version()) return;
        clearTimeout(timer);
        timer = setTimeout(() => at > version() && void store.reload(), PAUSE_MS);
      },
      connection: (online) => (store.online.value = online),
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
}
