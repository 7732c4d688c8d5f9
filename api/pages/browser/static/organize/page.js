/** The pages for the organizers of a championship. */

import { computed, effect, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { mount } from "../shared/mount.js";
import { html } from "../shared/ui.js";
import { Frame } from "./frame.js";
import { CHAMPIONSHIP, HOUSE } from "./sections.js";
import { Identify } from "./start/identify.js";
import { Store } from "./store.js";
import { o } from "./words.js";

const store = new Store();
const address = signal(location.hash.slice(1));
addEventListener("hashchange", () => {
  if (location.hash.includes("token="))
    void store.identify(location.hash).then(() => history.replaceState(null, "", location.pathname + location.search));
  else address.value = location.hash.slice(1);
});

const sections = computed(() => {
  const rights = store.rights.value;
  return rights ? (store.id ? CHAMPIONSHIP : HOUSE).filter((one) => rights[one.needs] && (one.isThere?.(store) ?? true)) : [];
});
const section = computed(() => sections.value.find((one) => one.id === address.value.split("/")[0]) ?? sections.value[0]);

function App() {
  const view = section.value;
  useEffect(() => {
    store.notice.value = "";
    store.choice.value = address.value.split("/")[1] ?? store.choice.value;
  }, [view, address.value]);
  useEffect(() => {
    document.title = [view?.title, store.view.value?.name ?? o.title].filter(Boolean).join(" · ");
  }, [view, store.view.value]);
  if (store.failure.value) return html`<p class="closed" role="alert">${store.failure.value}</p>`;
  if (!store.rights.value || (store.id && !store.view.value))
    return html`<p class="closed" role="status">${store.online.value ? o.opening : o.unreachable}</p>`;
  if (!view && store.own.value.length === 1) return html`<p class="closed" role="status">${o.opening}</p>`;
  if (!view) return html`<${Identify} store=${store} />`;
  return html`<${Frame} store=${store} sections=${sections.value} current=${view} />`;
}

mount(App, () => store.online.value && !store.failure.value && (!store.rights.value || Boolean(store.id && !store.view.value)));
// Others may change the championship meanwhile: the page reads it again when its reader comes back.
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") void store.reload();
});
effect(() => {
  // A token of one championship leaves nothing to choose.
  if (store.own.value.length === 1) location.replace(`/organize/${store.own.value[0].id}${location.search}`);
});
effect(() => {
  // Once the page shows something, the sections come that it has not opened, and then open without a network too.
  if (sections.value.length > 0 && Boolean(store.id) === Boolean(store.view.value)) void loadAll(sections.value);
});
void store.start().then(() => store.follow());

/** @param {import("./sections.js").Section[]} all */
async function loadAll(all) {
  for (const one of all) await one.load?.();
}
