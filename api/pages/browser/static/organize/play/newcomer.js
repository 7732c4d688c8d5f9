/** A person by name that comes to a contest from outside its championship. */

import { useState } from "preact/hooks";
import { toldApart } from "../../shared/person.js";
import { html } from "../../shared/ui.js";
import { Field, RefusalNote, useDecision } from "../form.js";
import { Ask, firstNamesake } from "../people/entering.js";
import { p } from "./words.js";

/** @import { Line, Question } from "../people/entering.js" */
/** @typedef {import("../store.js").Store} Store */
/**
 * @typedef {{value: string, label: string, player: string | {name: string, disambiguation?: string, distinct?: boolean}}} Comer
 *   is a person from outside the championship, with a key for the choice and a name for the request
 */

/**
 * A person by name that is not in the championship yet. It asks about a name that is on record.
 * @param {{store: Store, comes: (one: Comer) => void}} props
 */
export function Newcomer({ store, comes }) {
  const [text, setText] = useState("");
  const [question, setQuestion] = useState(/** @type {Question | null} */ (null));
  const decision = useDecision(store);
  const name = text.replace(/\s+/gu, " ").trim();
  const over = (/** @type {Comer} */ one) => {
    comes(one);
    setQuestion(null);
    setText("");
  };
  const add = async () => {
    try {
      const namesake = await firstNamesake(store, [{ name }]);
      if (namesake) setQuestion(namesake);
      else over({ value: name, label: name, player: { name } });
    } catch (error) {
      decision.fail(error);
    }
  };
  const answer = (/** @type {number} */ _, /** @type {Partial<Line>} */ { same, disambiguation }) => {
    const person = question?.people.find((one) => one.id === same);
    if (same && person) return over({ value: same, label: toldApart(person), player: same });
    const label = toldApart({ name, disambiguation });
    over({ value: label, label, player: { name, ...(disambiguation ? { disambiguation } : {}), distinct: true } });
  };
  return question
    ? html`<${Ask} store=${store} line=${{ name }} question=${question} answer=${answer} sameHere=${p.leaving.sameHere} />`
    : html`
        <${Field}
          label=${p.leaving.newName}
          hint=${p.leaving.newNameHint}
          input="newcomer.name"
          value=${text}
          set=${setText}
          maxlength="200"
        />
        <${RefusalNote} refusal=${decision.refusal} />
        <div class="controls">
          <button type="button" data-action="newcomer" disabled=${name === "" || decision.busy} onClick=${() => void add()}>
            ${p.leaving.addNew}
          </button>
        </div>
      `;
}
