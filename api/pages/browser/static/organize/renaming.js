/** Another name for a championship, or for one of its contests. */

import { useState } from "preact/hooks";
import { html } from "../shared/ui.js";
import { Field, RefusalNote, useDecision } from "./form.js";
import { o } from "./words.js";

/**
 * @param {{
 *   store: import("./store.js").Store,
 *   path: string,
 *   name: string | null,
 *   input: string,
 *   label: string,
 *   hint?: string,
 *   optional?: boolean,
 *   close?: () => void,
 * }} props `path`: the address of the thing to rename; `optional`: true if it may go without a name of its own
 */
export function Renaming({ store, path, name, input, label, hint, optional = false, close }) {
  const [text, setText] = useState(name ?? "");
  const decision = useDecision(store);
  const newName = text.trim() || null;
  const rename = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!(await decision.send("PUT", path, { name: newName }))) return;
    await store.reload();
    store.notice.value = o.renaming.done;
    close?.();
  };
  return html`<form class="form" onSubmit=${rename}>
    <${Field}
      label=${label}
      input=${input}
      value=${text}
      set=${setText}
      hint=${hint}
      maxlength="200"
      refusal=${decision.refusal}
    />
    <${RefusalNote} refusal=${decision.refusal} fields=${[input]} />
    <div class="controls">
      <button data-action="rename" disabled=${decision.busy || newName === name || !(newName || optional)}>
        ${o.renaming.rename}
      </button>
      ${close ? html`<button type="button" class="quiet" data-close onClick=${close}>${o.leave}</button>` : null}
    </div>
  </form>`;
}
