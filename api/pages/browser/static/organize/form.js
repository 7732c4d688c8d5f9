/** Forms: the fields of a decision, and the service's objections, each at its field. */

import { useRef, useState } from "preact/hooks";
import { Problem, Unreachable } from "../shared/api.js";
import { newKey } from "../shared/keys.js";
import { html } from "../shared/ui.js";
import { capital } from "../shared/words.js";
import { o } from "./words.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {"POST" | "PUT" | "DELETE"} Method */
/** @typedef {{message: string, body: import("../shared/types.js").ProblemBody, status: number}} Refusal */

/**
 * A decision that can be sent, tried and refused. A decision that is sent again after a lost answer is stored once.
 * @param {Store} store
 */
export function useDecision(store) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState(/** @type {Refusal | null} */ (null));
  const lastRequest = useRef({ what: "", key: "" });

  /**
   * Sends the decision, or only tries it. It gives null if the service refuses; then `refusal` says why.
   *
   * @param {Method} method
   * @param {string} path
   * @param {object} [body]
   * @param {{dry?: boolean, version?: number, onRefusal?: (refusal: Refusal) => boolean}} [more] `onRefusal`: true if it was dealt
   *   with
   * @returns {Promise<any>}
   */
  const send = async (method, path, body, { onRefusal, ...more } = {}) => {
    const what = JSON.stringify([method, path, body]);
    if (lastRequest.current.what !== what) lastRequest.current = { what, key: newKey() };
    setBusy(true);
    setRefusal(null);
    try {
      const answer = await store.api.decide(method, path, { body, key: lastRequest.current.key, ...more });
      if (!more.dry) lastRequest.current = { what: "", key: "" };
      store.online.value = true;
      return answer ?? {};
    } catch (error) {
      const refusal = refusalOf(error);
      if (!onRefusal?.(refusal)) setRefusal(refusal);
      return null;
    } finally {
      setBusy(false);
    }
  };
  const fail = (/** @type {unknown} */ error) => setRefusal(refusalOf(error));
  return { busy, refusal, send, fail };
}

/**
 * The text about a failure. Throws every error that is neither an answer of the service nor the lack of one.
 * @param {unknown} error
 * @returns {Refusal}
 */
export function refusalOf(error) {
  if (error instanceof Unreachable) return { message: o.unreachable, body: { code: "unavailable" }, status: 0 };
  if (error instanceof Problem) return { message: wordsOf(error), body: error.body, status: error.status };
  throw error;
}

/**
 * The reason, in an organizer's words. Programs read versions, and people read events.
 * @param {Problem} problem
 */
const wordsOf = ({ message, body }) => (body.code === "conflict" && body.version !== undefined ? o.changedMeanwhile : message);

/**
 * The service's objection to a field, if there is one.
 * @param {Refusal | null} refusal
 * @param {string} input
 */
export const against = (refusal, input) =>
  refusal?.body.errors?.find(
    (one) => one.path === `$.${input}` || one.path.startsWith(`$.${input}.`) || one.path.startsWith(`$.${input}[`),
  )?.message ?? null;

/**
 * The reason of a refusal, if no field says it.
 * @param {{refusal: Refusal | null, fields?: string[]}} props
 */
export function RefusalNote({ refusal, fields = [] }) {
  if (!refusal || fields.some((one) => against(refusal, one))) return null;
  return html`<p class="bad" role="alert" data-refused>${capital(refusal.message)}</p>`;
}

/**
 * A field of one line, with its purpose and its error.
 *
 * @param {{
 *   label: string,
 *   input: string,
 *   value: string,
 *   set: (value: string) => void,
 *   refusal?: Refusal | null,
 *   hint?: string,
 *   type?: string,
 *   rows?: number,
 *   required?: boolean,
 *   [attribute: string]: any,
 * }} props
 */
export function Field({ label, input, value, set, refusal = null, hint, type = "text", rows, ...more }) {
  const wrong = against(refusal, input);
  const about = [hint ? `${input}-hint` : "", wrong ? `${input}-wrong` : ""].filter(Boolean).join(" ") || undefined;
  const attributes = {
    id: `field-${input}`,
    "data-input": input,
    "aria-describedby": about,
    "aria-invalid": wrong ? "true" : undefined,
    value,
    onInput: (/** @type {any} */ event) => set(event.target.value),
    ...more,
  };
  return html`<div class="field">
    <label for=${`field-${input}`}>${label}</label>
    ${hint ? html`<small id=${`${input}-hint`}>${hint}</small>` : null}
    ${rows ? html`<textarea rows=${rows} ...${attributes}></textarea>` : html`<input type=${type} autocomplete="off" ...${attributes} />`}
    ${wrong ? html`<p class="wrong" id=${`${input}-wrong`} role="alert">${wrong}</p>` : null}
  </div>`;
}

/**
 * A choice from a list, as the device shows one.
 *
 * @param {{
 *   label: string,
 *   input: string,
 *   value: string,
 *   set: (value: string) => void,
 *   options: {value: string, label: string}[],
 *   hint?: string,
 *   refusal?: Refusal | null,
 * }} props
 */
export function Select({ label, input, value, set, options, hint, refusal = null }) {
  const wrong = against(refusal, input);
  return html`<div class="field">
    <label for=${`field-${input}`}>${label}</label>
    <select
      id=${`field-${input}`}
      data-input=${input}
      aria-describedby=${hint ? `${input}-hint` : undefined}
      value=${value}
      onChange=${(/** @type {any} */ event) => set(event.target.value)}
    >
      ${options.map((one) => html`<option key=${one.value} value=${one.value} selected=${one.value === value}>
        ${one.label}
      </option>`)}
    </select>
    ${hint ? html`<small id=${`${input}-hint`}>${hint}</small>` : null}
    ${wrong ? html`<p class="wrong" role="alert">${wrong}</p>` : null}
  </div>`;
}

/**
 * A choice of yes or no.
 * @param {{label: string, input: string, value: boolean, set: (value: boolean) => void, hint?: string}} props
 */
export const Check = ({ label, input, value, set, hint }) => html`<label class="check">
  <input
    type="checkbox"
    data-input=${input}
    checked=${value}
    onChange=${(/** @type {any} */ event) => set(event.target.checked)}
  />
  <span>${label}${hint ? html` <small>${hint}</small>` : null}</span>
</label>`;
