/** Another clock for those matches of a contest that are not open yet. */

import { useState } from "preact/hooks";
import { html } from "../../shared/ui.js";
import { Confirm } from "../difference.js";
import { Field } from "../form.js";
import { timesItself, useRulebook } from "../play/reads.js";
import { TimingFields, timingOf, writtenTiming } from "../timing.js";
import { o } from "../words.js";

/** @param {{store: import("../store.js").Store, contest: import("../store.js").Contest, close: () => void}} props */
export function ChangeClock({ store, contest, close }) {
  const [timing, setTiming] = useState(writtenTiming(contest.timing));
  const [reason, setReason] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  const book = useRulebook(store, contest.ruleset);
  const body = { timing: timingOf(timing).timing ?? null, reason: reason.trim() };
  return html`<div class="form panel" data-open="clock">
    <p class="hint">${o.timing.changeMeans}</p>
    <${TimingFields} form=${timing} set=${setTiming} of="change." turns=${!timesItself(book)} />
    <${Field} label=${o.reason} input="change.reason" value=${reason} set=${setReason} hint=${o.reasonHint} maxlength="500" />
    <div class="controls">
      <button type="button" data-action="ask-clock" disabled=${body.reason === ""} onClick=${() => setIsOpen(true)}>
        ${o.timing.change}
      </button>
      <button type="button" class="quiet" data-close onClick=${close}>${o.leave}</button>
    </div>
    ${isOpen
      ? html`<${Confirm}
          store=${store}
          title=${o.timing.change}
          method="PUT"
          path=${`/v1/contests/${contest.id}/timing`}
          body=${body}
          confirm=${o.timing.change}
          close=${() => setIsOpen(false)}
          onDone=${() => {
            store.notice.value = o.timing.changed;
            close();
          }}
        ><p>${o.timing.changeMeans}</p><//>`
      : null}
  </div>`;
}
