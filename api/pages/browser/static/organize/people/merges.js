/** The entries that were joined with a person's entry, and the way to part them again. */

import { useEffect, useState } from "preact/hooks";
import { html } from "../../shared/ui.js";
import { Confirm } from "../difference.js";
import { Field } from "../form.js";
import { moment, o } from "../words.js";

/** @import * as api from "openapi" */
/** @typedef {import("../store.js").Store} Store */

/** @param {{store: Store, person: {id: string, name: string | null}, onDone: (notice: string) => void}} props */
export function Merges({ store, person, onDone }) {
  const [history, setHistory] = useState(/** @type {api.MergeHistory | null} */ (null));
  const [decision, setDecision] = useState(/** @type {api.MergeDecision | null} */ (null));
  const [reason, setReason] = useState(o.merged.reason);
  useEffect(
    () =>
      void store.read(`/v1/players/${person.id}/merge`).then((read) => setHistory(/** @type {api.MergeHistory | null} */ (read))),
    [person.id],
  );
  const into = history?.merged ?? [];
  const last = (history?.items ?? []).filter(
    (one, n, all) =>
      one.type === "person_merged" && into.includes(one.player) && !all.slice(n + 1).some((later) => later.player === one.player),
  );
  if (last.length === 0) return null;
  const name = store.name(person);
  return html`<div class="panel" data-merged>
    <h3>${o.merged.title}</h3>
    <ul class="rows">
      ${last.map((one) => html`<li key=${one.player} class="row">
        <div>
          <b>${one.name ?? o.erased}</b>
          <small>${[moment(one.recorded_at), one.reason].filter(Boolean).join(" · ")}</small>
        </div>
        <button type="button" data-action="part" onClick=${() => setDecision(one)}>${o.merged.part}</button>
      </li>`)}
    </ul>
    ${decision
      ? html`<${Confirm}
          store=${store}
          title=${o.merged.title}
          method="DELETE"
          path=${`/v1/players/${decision.player}/merge?reason=${encodeURIComponent(reason.trim())}`}
          version=${history?.version}
          confirm=${o.merged.confirm}
          tells=${(/** @type {api.Person} */ other) => o.merged.means(name, store.name(other))}
          close=${() => setDecision(null)}
          onDone=${(/** @type {api.Person} */ other) => onDone(o.merged.done(name, store.name(other)))}
        >
          <${Field} label=${o.reason} input="part.reason" value=${reason} set=${setReason} hint=${o.reasonHint} maxlength="500" />
        <//>`
      : null}
  </div>`;
}
