/** The corrections of a person: another name, two entries made one, an erased record. */

import { useEffect, useState } from "preact/hooks";
import { html, Sheet } from "../../shared/ui.js";
import { w } from "../../shared/words.js";
import { Confirm } from "../difference.js";
import { Field, RefusalNote, Select, useDecision } from "../form.js";
import { UndoSheet } from "../play/undo.js";
import { p } from "../play/words.js";
import { o } from "../words.js";
import { asking } from "./entering.js";
import { plain } from "../../shared/plain.js";
import { Merges } from "./merges.js";

/** @import * as api from "openapi" */
/** @typedef {import("../store.js").Store} Store */
/** @typedef {{id: string, name: string | null}} NamedPlayer */
/** @typedef {{store: Store, person: NamedPlayer, others: readonly NamedPlayer[], close: () => void, onChange?: () => void}} Props */

/** @param {Props} props */
export function PersonSheet({ store, person, others, close, onChange }) {
  const [question, setQuestion] = useState(/** @type {"merge" | "erase" | "remove" | null} */ (null));
  const [into, setInto] = useState("");
  const [reason, setReason] = useState(o.person.reasons[0]);
  const name = store.name(person);
  const finish = (/** @type {string} */ notice) => {
    store.notice.value = notice;
    onChange?.();
    close();
  };
  if (question === "merge") {
    const other = store.name(others.find((one) => one.id === into) ?? null);
    return html`<${Confirm}
      store=${store}
      title=${o.person.merge}
      method="POST"
      path=${`/v1/players/${person.id}/merge`}
      body=${{ into, reason }}
      confirm=${o.person.mergeConfirm(name, other)}
      close=${() => setQuestion(null)}
      onDone=${(/** @type {api.MergedPerson} */ outcome) =>
        finish([o.person.merged(name, other), ...(outcome.warnings ?? []).map((one) => `${one.detail}.`)].join(" "))}
    ><p>${o.person.mergeMeans(name, other)}</p><//>`;
  }
  if (question === "erase") {
    return html`<${Confirm}
      store=${store}
      title=${o.person.erase(name)}
      method="DELETE"
      path=${`/v1/players/${person.id}`}
      confirm=${o.person.eraseConfirm}
      danger=${true}
      close=${() => setQuestion(null)}
      onDone=${() => finish(o.person.erased)}
    ><p>${o.person.eraseMeans(name)}</p><//>`;
  }
  if (question === "remove") {
    return html`<${UndoSheet}
      store=${store}
      contest=${null}
      path=${`/v1/championships/${store.id}/players/${person.id}`}
      title=${p.undo.remove}
      what=${p.undo.removeMeans(name)}
      confirm=${p.undo.remove}
      notice=${p.undo.removed}
      reasons=${p.undo.personReasons}
      close=${close}
    />`;
  }
  return html`<${Sheet} title=${name} name="person" close=${close} closeWord=${w.close}>
    <p><a class="button" href=${`/players/${person.id}${location.search}`} data-action="record">${o.person.record}</a></p>
    ${store.view.value?.players.some((one) => one.id === person.id)
      ? html`<div class="controls">
          <button type="button" data-action="remove" onClick=${() => setQuestion("remove")}>${p.undo.remove}</button>
        </div>`
      : null}
    ${store.rights.value?.everywhere
      ? html`
          <${Rename} store=${store} person=${person} onDone=${() => finish(o.person.renamed)} />
          ${others.length > 0
            ? html`<div class="panel">
                <h3>${o.person.merge}</h3>
                <${Select}
                  label=${o.person.into}
                  input="into"
                  value=${into}
                  set=${setInto}
                  options=${[{ value: "", label: w.choose }, ...others.map((one) => ({ value: one.id, label: store.name(one) }))]}
                />
                <${Field}
                  label=${o.reason}
                  input="reason"
                  value=${reason}
                  set=${setReason}
                  hint=${o.reasonHint}
                  maxlength="500"
                />
                <div class="controls">
                  <button
                    type="button"
                    data-action="merge"
                    disabled=${into === "" || reason.trim() === ""}
                    onClick=${() => setQuestion("merge")}
                  >${o.person.mergeOpen}</button>
                </div>
              </div>`
            : null}
          <${Merges} store=${store} person=${person} onDone=${finish} />
          <div class="controls">
            <button type="button" class="danger" data-action="erase" onClick=${() => setQuestion("erase")}>
              ${o.person.eraseOpen}
            </button>
          </div>
        `
      : html`<p class="hint">${o.person.notYours}</p>`}
  <//>`;
}

/** @param {{store: Store, person: NamedPlayer, onDone: () => void}} props */
function Rename({ store, person, onDone }) {
  const [record, setRecord] = useState(/** @type {api.Person | null} */ (null));
  const [name, setName] = useState("");
  const [born, setBorn] = useState("");
  const [apart, setApart] = useState("");
  useEffect(() => {
    // A name on a list may carry a text behind it that tells this person apart.
    void store.read(`/v1/players/${person.id}`).then((read) => {
      const now = /** @type {api.Person | null} */ (read);
      setRecord(now);
      setName(now?.name ?? "");
      setBorn(now?.birth_date ?? "");
      setApart(now?.disambiguation ?? "");
    });
  }, [person.id]);
  const decision = useDecision(store);
  const [alike, setAlike] = useState(/** @type {readonly api.Person[]} */ ([]));
  const twin = alike.length > 0 || decision.refusal?.body.code === "ambiguous";
  const rewrite = (/** @type {string} */ text) => {
    setName(text);
    setAlike([]);
  };
  const changes = record && {
    ...(born === (record.birth_date ?? "") ? {} : { birth_date: born || null }),
    ...(apart.trim() === (record.disambiguation ?? "") ? {} : { disambiguation: apart.trim() || null }),
  };
  const same = !changes || (name.trim() === record?.name && Object.keys(changes).length === 0);
  const rename = async (/** @type {Event} */ event, distinct = false) => {
    event.preventDefault();
    const others =
      distinct || plain(name) === plain(record?.name ?? null)
        ? []
        : (/** @type {api.PlayerPage | null} */ (await store.read(`/v1/players?like=${encodeURIComponent(name.trim())}`))
            ?.items ?? []);
    setAlike(others);
    if (others.length > 0) return;
    if (
      !(await decision.send("PUT", `/v1/players/${person.id}`, {
        name: name.trim(),
        ...changes,
        ...(distinct ? { distinct } : {}),
      }))
    )
      return;
    await store.reload();
    onDone();
  };
  return html`<form class="form panel" onSubmit=${rename}>
    <${Field}
      label=${o.person.name}
      input="name"
      disabled=${record === null}
      value=${name}
      set=${rewrite}
      refusal=${twin ? null : decision.refusal}
      maxlength="200"
    />
    <${Field}
      label=${o.person.apart}
      hint=${o.person.apartHint}
      input="disambiguation"
      disabled=${record === null}
      value=${apart}
      set=${setApart}
      refusal=${decision.refusal}
      maxlength="40"
    />
    <${Field}
      label=${o.person.born}
      hint=${o.person.bornHint}
      input="birth_date"
      type="date"
      disabled=${record === null}
      value=${born}
      set=${setBorn}
      refusal=${decision.refusal}
    />
    ${twin
      ? html`
          <p class="bad" role="alert">${asking(name.trim(), alike)}</p>
          <div class="controls">
            <button type="button" data-action="other" onClick=${(/** @type {Event} */ event) => rename(event, true)}>
              ${o.players.other}
            </button>
          </div>
        `
      : html`<${RefusalNote} refusal=${decision.refusal} fields=${["name", "disambiguation", "birth_date"]} />`}
    <div class="controls">
      <button data-action="rename" disabled=${decision.busy || name.trim() === "" || same}>${o.person.rename}</button>
    </div>
  </form>`;
}
