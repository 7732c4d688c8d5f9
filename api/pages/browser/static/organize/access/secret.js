/** A new key, as the address that opens the page with it, and as text. It is never shown again. */

import { useState } from "preact/hooks";
import { QrCode } from "../../shared/qr.js";
import { html, Sheet } from "../../shared/ui.js";
import { w } from "../../shared/words.js";
import { o } from "../words.js";

/** @param {{title: string, address: string, token: string, close: () => void}} props */
export function Secret({ title, address, token, close }) {
  return html`<${Sheet} title=${title} name="secret" close=${close} closeWord=${w.close}>
    <p class="bad">${o.secret.once}</p>
    <${QrCode} text=${address} label=${title} />
    <${CopyField} label=${o.secret.address} input="address" value=${address} />
    <${CopyField} label=${o.secret.key} input="secret" value=${token} />
  <//>`;
}

/**
 * A text that the reader copies whole.
 * @param {{label: string, input: string, value: string}} props
 */
export function CopyField({ label, input, value }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async (/** @type {any} */ event) => {
    /** @type {HTMLInputElement} */ (event.currentTarget.parentElement.querySelector("input")).select();
    // The clipboard is missing over plain HTTP: the page marks the text, and the device's own menu copies it.
    await navigator.clipboard?.writeText(value).catch(() => undefined);
    setIsCopied(Boolean(navigator.clipboard));
  };
  return html`<div class="field">
    <label for=${`copied-${input}`}>${label}</label>
    <div class="copied">
      <input id=${`copied-${input}`} data-input=${input} readonly value=${value} />
      <button type="button" data-action="copy" onClick=${copy}>${isCopied ? o.secret.copied : o.secret.copy}</button>
    </div>
  </div>`;
}
