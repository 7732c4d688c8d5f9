/**
 * The acts on the service itself, latest first. Each says its author, its time and its content. Their log is signed and cannot
 * be changed.
 */

import { Older, useList } from "../../shared/older.js";
import { html } from "../../shared/ui.js";
import { TakeTable } from "../papers.js";
import { moment, o } from "../words.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {Record<string, any> & {type: string, version: number, recorded_at: string, recorded_by: string}} Act */

/** Number of acts that are shown at first. */
const FIRST = 20;
/** Letters of an id that tell one key from another. */
const LAST = 4;

/** @param {{store: Store}} props */
export function Acts({ store }) {
  /** @type {{items: readonly Act[] | null, older: (() => void) | null}} */
  const { items: acts, older } = useList((path) => store.read(path), "/v1/administration/events", FIRST);
  const all = async () =>
    /** @type {Act[]} */ (await store.all("/v1/administration/events")).map((one) => [
      moment(one.recorded_at),
      what(one),
      authorOf(one.recorded_by),
    ]);
  return html`
    <p>${o.acts.about}</p>
    ${acts?.length === 0 ? html`<p class="hint">${o.acts.none}</p>` : null}
    <ul class="rows" data-list="acts">
      ${acts?.map((one) => html`<li key=${one.version} class="row" data-act=${one.type}>
        <div><b>${what(one)}</b><small>${moment(one.recorded_at)} · ${authorOf(one.recorded_by)}</small></div>
      </li>`)}
    </ul>
    <${Older} name="acts" press=${older} />
    <${TakeTable} store=${store} title=${o.sections.acts} columns=${o.acts.columns} rows=${all} />
  `;
}

/**
 * The act in words. A key is named by the end of its id.
 * @param {Act} act
 */
function what(act) {
  const sentence = o.acts.types[act.type];
  return sentence ? sentence({ ...act, key: end(act.token ?? ""), until: act.expires ? moment(act.expires) : "" }) : o.acts.other;
}

/**
 * The author of an act in words: a role with the end of its key's id, the machine, or the service by itself.
 * @param {string} by
 */
function authorOf(by) {
  const [role, id] = by.split(":");
  const title = o.acts.by[role] ?? o.tokens.roles[role] ?? role;
  return id ? o.acts.withKey(title, end(id)) : title;
}

/** @param {string} id */
const end = (id) => id.slice(-LAST);
