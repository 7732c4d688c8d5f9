/** A way to take a decision back. It shows the effect first. */

import { useState } from "preact/hooks";
import { html, Sheet } from "../../shared/ui.js";
import { w } from "../../shared/words.js";
import { Decision, Reason } from "./decision.js";
import { useTables } from "./reads.js";
import { p } from "./words.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../store.js").Contest} Contest */

/**
 * @param {{
 *   store: Store,
 *   contest: Contest | null,
 *   path: string,
 *   title: string,
 *   what: string,
 *   confirm?: string,
 *   notice?: string,
 *   reasons?: readonly string[],
 *   close: () => void,
 * }} props `path`: the address of the decision that is taken back; `what`: the same in words
 */
export function UndoSheet({
  store,
  contest,
  path,
  title,
  what,
  confirm = p.undo.confirm,
  notice = p.undo.done,
  reasons = p.undo.reasons,
  close,
}) {
  const [reason, setReason] = useState(reasons[0]);
  const { tables } = useTables(store, contest);
  const request =
    reason.trim() === "" ? null : { method: /** @type {const} */ ("DELETE"), path, query: { reason: reason.trim() } };
  return html`<${Sheet} title=${title} name="undo" close=${close} closeWord=${w.close}>
    <p>${what}</p>
    <${Decision}
      store=${store}
      request=${request}
      contest=${contest}
      tables=${tables}
      confirm=${confirm}
      action="undo"
      danger=${true}
      onDone=${() => {
        store.notice.value = notice;
        close();
      }}
    ><${Reason} reasons=${reasons} value=${reason} set=${setReason} /><//>
  <//>`;
}
