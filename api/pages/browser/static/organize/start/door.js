/** The championships of the service, and a form for a new one. */

import { useState } from "preact/hooks";
import { Older, useList } from "../../shared/older.js";
import { html } from "../../shared/ui.js";
import { Field, RefusalNote, useDecision } from "../form.js";
import { DisciplineFields, disciplineOf } from "./discipline.js";
import { moment, o } from "../words.js";

/** @import * as api from "openapi" */

const FIRST = 20;

/** @param {{store: import("../store.js").Store}} props */
export function Door({ store }) {
  /** @type {{items: readonly api.ChampionshipSummary[] | null, older: (() => void) | null}} */
  const { items: championships, older } = useList((path) => store.read(path), "/v1/championships", FIRST);
  return html`
    ${store.rights.value?.everywhere ? html`<${NewChampionship} store=${store} />` : null}
    ${championships === null ? html`<p role="status">${o.opening}</p>` : null}
    ${championships?.length === 0 ? html`<p class="hint">${o.door.none}</p>` : null}
    <ul class="rows">
      ${championships?.map((one) => html`<li key=${one.id}>
        <a class="row-link" href=${`/organize/${one.id}${location.search}`} data-action="open">
          <b>${one.name}</b>
          <small>${o.door.contests(one.contests)} · ${o.door.changed(moment(one.changed_at))}</small>
        </a>
      </li>`)}
    </ul>
    <${Older} name="championships" press=${older} />
  `;
}

/** @param {{store: import("../store.js").Store}} props */
function NewChampionship({ store }) {
  const [name, setName] = useState("");
  const [ladder, setLadder] = useState(/** @type {import("../../shared/ladder.js").Penalty[]} */ ([]));
  const [minutes, setMinutes] = useState("");
  const discipline = disciplineOf(ladder, minutes);
  const decision = useDecision(store);
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const championship = await decision.send("POST", "/v1/championships", { name: name.trim(), ...(discipline ? { discipline } : {}) });
    if (championship) location.href = `/organize/${championship.id}${location.search}#players`;
  };
  return html`<form class="form panel" onSubmit=${submit}>
    <${Field}
      label=${o.door.name}
      input="name"
      value=${name}
      set=${setName}
      refusal=${decision.refusal}
      hint=${o.door.hint}
      maxlength="200"
    />
    <${DisciplineFields}
      ladder=${ladder}
      set=${setLadder}
      minutes=${minutes}
      setMinutes=${setMinutes}
      refusal=${decision.refusal}
    />
    <${RefusalNote} refusal=${decision.refusal} fields=${["name"]} />
    <div class="controls">
      <button class="main" data-action="create-championship" disabled=${decision.busy || name.trim() === ""}>
        ${o.door.create}
      </button>
    </div>
  </form>`;
}
