/**
 * A decision on a sheet of its own. The sheet says the meaning and the effect in words, and has the button that makes the
 * decision below them.
 */

import { html, Sheet } from "../shared/ui.js";
import { w } from "../shared/words.js";
import { Decision } from "./play/decision.js";

/** @typedef {import("./store.js").Store} Store */

/**
 * Asks before a decision is made, and says its effect.
 *
 * @param {{
 *   store: Store,
 *   title: string,
 *   method: "POST" | "PUT" | "DELETE",
 *   path: string,
 *   body?: Record<string, any>,
 *   version?: number,
 *   confirm: string,
 *   danger?: boolean,
 *   close: () => void,
 *   onDone?: (answer: any) => void,
 *   tells?: (answer: any) => string,
 *   children?: any,
 * }} props `children`: the meaning, above the effect; `tells`: the answer to a try, in words
 */
export function Confirm({ store, title, method, path, body, version, confirm, danger, close, onDone, tells, children }) {
  const finish = (/** @type {any} */ answer) => {
    close();
    onDone?.(answer);
  };
  return html`<${Sheet} title=${title} name="confirm" close=${close} closeWord=${w.close}>
    ${children}
    <${Decision}
      store=${store}
      request=${{ method, path, body, version }}
      contest=${store.contest.value}
      confirm=${confirm}
      action="confirm"
      danger=${danger}
      tells=${tells}
      onDone=${finish}
    />
  <//>`;
}
