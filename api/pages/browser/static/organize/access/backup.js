/**
 * A copy to take away. The copy of a championship is its whole record, in a file that `referee verify` checks. The copy of the
 * service is all its data, in a file that `referee serve` opens.
 */

import { useState } from "preact/hooks";
import { save } from "../../shared/save.js";
import { html } from "../../shared/ui.js";
import { RefusalNote, useDecision } from "../form.js";
import { o } from "../words.js";

/** @param {{store: import("../store.js").Store}} props */
export function Backup({ store }) {
  const [notice, setNotice] = useState("");
  const says = store.id ? o.backup.ofChampionship : o.backup.ofAll;
  const [busy, setBusy] = useState(false);
  const decision = useDecision(store);
  const take = async () => {
    setBusy(true);
    try {
      const file = await store.api.file(store.id ? `/v1/championships/${store.id}/export` : "/v1/backup");
      save(
        file,
        store.id
          ? `${store.view.value?.name ?? o.title}.championship.jsonl`
          : `referee-${new Date().toISOString().slice(0, 16).replaceAll(":", "")}.sqlite`,
      );
      setNotice(o.backup.taken(Math.ceil(file.size / 1024)));
    } catch (error) {
      decision.fail(error);
    } finally {
      setBusy(false);
    }
  };
  return html`<div class="panel">
    <p>${says.about}</p>
    <${RefusalNote} refusal=${decision.refusal} />
    <div class="controls">
      <button type="button" class="main" data-action="backup" disabled=${busy} onClick=${take}>${o.backup.take}</button>
    </div>
    ${notice ? html`<p class="good" role="status">${notice}</p>` : null}
    <p class=${store.id ? "hint" : "bad"}>${says.private}</p>
  </div>`;
}
