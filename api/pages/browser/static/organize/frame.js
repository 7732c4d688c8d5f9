/** The frame around a section: the name of the place, and the way to the other sections. */

import { useEffect, useState } from "preact/hooks";
import { KeyLost } from "../shared/keylost.js";
import { html, Sheet } from "../shared/ui.js";
import { w } from "../shared/words.js";
import { Icon } from "./icons.js";
import { o } from "./words.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./sections.js").Section} Section */

/** @param {{store: Store, sections: Section[], current: Section}} props */
export function Frame({ store, sections, current }) {
  const [more, setMore] = useState(false);
  useEffect(() => setMore(false), [current]);
  const notice = store.notice.value;
  useEffect(() => {
    if (notice) scrollTo({ top: 0 });
  }, [notice]);
  const others = sections.filter((one) => !one.main);
  return html`
    <header class="head">
      ${store.id
        ? store.rights.value?.all
          ? html`<a class="back" href=${`/organize${location.search}`} aria-label=${o.toAll}>‹</a>`
          : null
        : html`<a class="back" href=${`/${location.search}`} aria-label=${o.home}>‹</a>`}
      <h1>${store.view.value?.name ?? o.title}</h1>
      ${store.online.value
        ? null
        : html`<p class="trouble" role="status">
            ${o.unreachable} <button type="button" data-action="reload" onClick=${() => store.start()}>${w.retry}</button>
          </p>`}
      <${KeyLost} />
    </header>
    <div class=${sections.length > 1 ? "frame" : "frame alone"}>
      ${sections.length > 1
        ? html`<nav class="sections" aria-label=${o.sectionsOf}>
            ${sections.map((one) => html`<${Way} key=${one.id} section=${one} current=${current} />`)}
            ${others.length > 0
              ? html`<button
                  type="button"
                  class="way more"
                  data-action="more"
                  aria-haspopup="dialog"
                  aria-pressed=${others.includes(current) ? "true" : undefined}
                  onClick=${() => setMore(true)}
                >
                  <${Icon} name="more" />
                  ${o.more}
                </button>`
              : null}
          </nav>`
        : null}
      <section class="work" data-section=${current.isMissing?.() ? undefined : current.id} aria-labelledby="section-title">
        <h2 id="section-title" tabindex="-1">${current.title}</h2>
        ${notice ? html`<p class="good" role="status" data-notice>${notice}</p>` : null}
        <${current.component} key=${current.id} store=${store} />
      </section>
    </div>
    ${more
      ? html`<${Sheet} title=${o.more} name="more" close=${() => setMore(false)} closeWord=${w.close}>
          <div class="ways" onClick=${() => setMore(false)}>
            ${others.map((one) => html`<${Way} key=${one.id} section=${one} current=${current} />`)}
          </div>
        <//>`
      : null}
  `;
}

/** @param {{section: Section, current: Section}} props */
const Way = ({ section, current }) => html`<a
  class=${`way ${section.main ? "main-way" : "side-way"}`}
  href=${`#${section.id}`}
  data-go=${section.id}
  aria-current=${section === current ? "page" : undefined}
>
  <${Icon} name=${section.icon} />
  ${section.title}
</a>`;
