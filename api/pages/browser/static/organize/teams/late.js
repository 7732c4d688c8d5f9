/** A team that comes into a contest after its draw: its name, and its members, of the championship or new ones. */

import { useState } from "preact/hooks";
import { html } from "../../shared/ui.js";
import { Field } from "../form.js";
import { Rules } from "../play/changes.js";
import { isInRounds } from "../play/contest.js";
import { Decision, Reason } from "../play/decision.js";
import { Newcomer } from "../play/newcomer.js";
import { useTables } from "../play/reads.js";
import { p } from "../play/words.js";
import { t } from "./words.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../store.js").Contest} Contest */
/** @typedef {import("../play/newcomer.js").Comer} Comer */

/** @param {{store: Store, contest: Contest}} props */
export function LateTeamForm({ store, contest }) {
  const [text, setText] = useState("");
  const [choice, setChoice] = useState(/** @type {readonly string[]} */ ([]));
  const [others, setOthers] = useState(/** @type {readonly Comer[]} */ ([]));
  const [reason, setReason] = useState(p.leaving.lateReasons[0]);
  const { tables } = useTables(store, contest);
  const name = text.replace(/\s+/gu, " ").trim();
  const there = new Set(contest.entrants.flatMap((one) => (one.players ?? []).map((player) => player.id)));
  const free = (store.view.value?.players ?? []).filter((one) => !there.has(one.id));
  /** @type {readonly Comer[]} */
  const options = [...free.map((one) => ({ value: one.id, label: store.name(one), player: one.id })), ...others];
  const members = options.filter((one) => choice.includes(one.value)).map((one) => one.player);
  const request =
    name && members.length > 0
      ? {
          method: /** @type {const} */ ("POST"),
          path: `/v1/contests/${contest.id}/entrants`,
          body: { team: { name, members }, reason },
        }
      : null;
  const touch = (/** @type {string} */ id) => setChoice(choice.includes(id) ? choice.filter((one) => one !== id) : [...choice, id]);
  const comes = (/** @type {Comer} */ one) => {
    if (!options.some((other) => other.value === one.value)) setOthers([...others, one]);
    setChoice([...choice.filter((id) => id !== one.value), one.value]);
  };
  return html`
    <${Field} label=${t.teamName} input="team.name" value=${text} set=${setText} maxlength="200" />
    ${options.length > 0
      ? html`<fieldset class="chips">
          <legend>${t.members(choice.length)}</legend>
          ${options.map((one) => html`<button
            type="button"
            key=${one.value}
            class="chip"
            data-input="member"
            data-value=${one.value}
            aria-pressed=${String(choice.includes(one.value))}
            onClick=${() => touch(one.value)}
          >${one.label}</button>`)}
        </fieldset>`
      : null}
    <${Newcomer} store=${store} comes=${comes} />
    <${Rules} store=${store} codes=${[isInRounds(contest) ? "rounds.late" : "format.late"]} />
    <${Decision}
      store=${store}
      request=${request}
      contest=${contest}
      tables=${tables}
      confirm=${p.leaving.confirmLate}
      action="late"
      onDone=${() => {
        store.notice.value = p.leaving.done(name);
        setText("");
        setChoice([]);
        setOthers([]);
      }}
    ><${Reason} reasons=${p.leaving.lateReasons} value=${reason} set=${setReason} /><//>
  `;
}
