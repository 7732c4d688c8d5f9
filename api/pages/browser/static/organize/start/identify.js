/** The form in which organizers show their token. They read it from a QR code with the device's camera, or paste it. */

import { useState } from "preact/hooks";
import { html } from "../../shared/ui.js";
import { Field } from "../form.js";
import { o } from "../words.js";

/** @param {{store: import("../store.js").Store}} props */
export function Identify({ store }) {
  const [text, setText] = useState("");
  const [isWrong, setIsWrong] = useState(false);
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    await store.identify(text);
    setIsWrong(true);
  };
  return html`<section class="work identify" data-section="identify" aria-labelledby="section-title">
    <h1 id="section-title">${o.identify.title}</h1>
    ${store.own.value.length > 0
      ? html`
          <h2>${o.identify.own}</h2>
          <ul class="rows" data-list="own">
            ${store.own.value.map((one) => html`<li key=${one.id}>
              <a class="row-link" href=${`/organize/${one.id}${location.search}`}><b>${one.name}</b></a>
            </li>`)}
          </ul>
        `
      : null}
    <p>${o.identify.text}</p>
    <form class="form" onSubmit=${submit}>
      <${Field}
        label=${o.identify.label}
        input="token"
        value=${text}
        set=${setText}
        hint=${o.identify.hint}
        autocapitalize="none"
        spellcheck=${false}
      />
      ${isWrong ? html`<p class="bad" role="alert">${o.identify.wrong}</p>` : null}
      <div class="controls">
        <button class="main" data-action="identify" disabled=${text.trim() === ""}>${o.identify.confirm}</button>
      </div>
    </form>
    <p><a class="button" href=${`/${location.search}`}>${o.home}</a></p>
  </section>`;
}
