/** Another ladder of cards, or another no-show clock, for a championship that is under way. */

import { useState } from "preact/hooks";
import { html } from "../../shared/ui.js";
import { Confirm } from "../difference.js";
import { Field } from "../form.js";
import { o } from "../words.js";
import { DisciplineFields, disciplineOf } from "./discipline.js";

/** @typedef {import("../../shared/ladder.js").Penalty} Penalty */

/**
 * @param {{store: import("../store.js").Store, discipline: import("../../shared/ladder.js").Discipline}} props `discipline`:
 *   the present agreement
 */
export function ChangeDiscipline({ store, discipline }) {
  const [ladder, setLadder] = useState(/** @type {Penalty[]} */ ([...(discipline?.ladder ?? [])]));
  const [minutes, setMinutes] = useState(String(discipline?.no_show_minutes ?? ""));
  const [reason, setReason] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  const body = { discipline: disciplineOf(ladder, minutes), reason: reason.trim() };
  return html`
    <${DisciplineFields} ladder=${ladder} set=${setLadder} minutes=${minutes} setMinutes=${setMinutes} refusal=${null}>
      <${Field}
        label=${o.reason}
        input="discipline.reason"
        value=${reason}
        set=${setReason}
        hint=${o.reasonHint}
        maxlength="500"
      />
      <div class="controls">
        <button type="button" data-action="ask-discipline" disabled=${body.reason === ""} onClick=${() => setIsOpen(true)}>
          ${o.door.changeDiscipline}
        </button>
      </div>
    <//>
    ${isOpen
      ? html`<${Confirm}
          store=${store}
          title=${o.door.changeDiscipline}
          method="PUT"
          path=${`/v1/championships/${store.id}/discipline`}
          body=${body}
          confirm=${o.door.changeDiscipline}
          close=${() => setIsOpen(false)}
          onDone=${() => {
            store.notice.value = o.door.disciplineChanged;
            setReason("");
          }}
        ><p>${o.door.changeMeans}</p><//>`
      : null}
  `;
}
