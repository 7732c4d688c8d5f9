/** The players: the list, and the corrections of each. */

import { useEffect, useState } from "preact/hooks";
import { toldApart } from "../../shared/person.js";
import { html } from "../../shared/ui.js";
import { Field } from "../form.js";
import { TakeTable } from "../papers.js";
import { o } from "../words.js";
import { Entering } from "./entering.js";
import { byName } from "./lines.js";
import { plain } from "../../shared/plain.js";
import { PersonSheet } from "./person.js";

/** @import * as api from "openapi" */
/** @typedef {import("../store.js").Store} Store */
/** @typedef {{id: string, name: string | null, birth_date?: string | null}} NamedPlayer */

const MANY = 12;

/** The players of the championship. @param {{store: Store}} props */
export function Players({ store }) {
  const players = [...(store.view.value?.players ?? [])].sort((one, other) => byName(one.name, other.name));
  return html`
    <${Entering} store=${store} />
    ${players.length > 1 && store.contests.value.length === 0
      ? html`<p><a class="button main" href="#contests" data-go="contests">${o.steps.contest}</a></p>`
      : null}
    <h3>${o.players.listed(players.length)}</h3>
    ${store.contests.value.length > 0 ? html`<p class="hint">${o.players.late}</p>` : null}
    <${People} store=${store} people=${players} />
  `;
}

/** All people that were ever entered. @param {{store: Store}} props */
export function Everybody({ store }) {
  const [people, setPeople] = useState(/** @type {NamedPlayer[]} */ ([]));
  const read = async () => {
    const all = /** @type {api.Person[]} */ (await store.all("/v1/players"));
    setPeople(all.map((one) => ({ ...one, name: toldApart(one) })));
  };
  useEffect(() => void read(), []);
  return html`
    <p>${o.players.everybody}</p>
    <${People} store=${store} people=${people} onChange=${read} />`;
}

/**
 * A list of people to choose from. A typed text filters it by name.
 * @param {{store: Store, people: readonly NamedPlayer[], onChange?: () => void}} props
 */
function People({ store, people, onChange }) {
  const [query, setQuery] = useState("");
  const [choice, setChoice] = useState(/** @type {NamedPlayer | null} */ (null));
  const matches = people.filter((one) => plain(one.name).includes(plain(query)));
  return html`
    ${people.length > MANY
      ? html`<${Field} label=${o.players.look} input="look" type="search" value=${query} set=${setQuery} />`
      : null}
    <ul class="rows two" data-list="players">
      ${matches.map((one) => html`<li key=${one.id}>
        <button type="button" class="row-link" data-action="person" data-name=${one.name} onClick=${() => setChoice(one)}>
          <b>${store.name(one)}</b>
        </button>
      </li>`)}
    </ul>
    <${TakeTable}
      store=${store}
      title=${o.sections.players}
      columns=${o.players.columns}
      rows=${people.map((one) => [store.name(one), one.birth_date ?? ""])}
    />
    ${choice
      ? html`<${PersonSheet}
          store=${store}
          person=${choice}
          others=${people.filter((one) => one.id !== choice.id)}
          close=${() => setChoice(null)}
          onChange=${onChange}
        />`
      : null}
  `;
}
