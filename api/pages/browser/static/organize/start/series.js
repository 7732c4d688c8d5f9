/**
 * The series of which a championship is an edition. The reader chooses it, opens it by its name, corrects it or takes it away.
 */

import { useEffect, useState } from "preact/hooks";
import { firstOf } from "../../shared/lists.js";
import { html } from "../../shared/ui.js";
import { Field, Refused, Select, useDecision } from "../form.js";
import { o } from "../words.js";

/** @import * as openapi from "openapi" */
/** @typedef {import("../store.js").Store} Store */
/** @typedef {openapi.SeriesSummary[]} Known */

/** The choice of a new series. */
const NEW = "new";

/** @param {{store: Store}} props */
export function SeriesPanel({ store }) {
  const [known, setKnown] = useState(/** @type {Known | null} */ (null));
  const [series, setSeries] = useState("");
  const [name, setName] = useState("");
  const [edition, setEdition] = useState("");
  const [placed, setPlaced] = useState(/** @type {openapi.ChampionshipEdition | null} */ (null));
  const [saved, setSaved] = useState(false);
  const decision = useDecision(store);
  const opens = Boolean(store.rights.value?.everywhere);
  const take = (/** @type {openapi.ChampionshipEdition} */ now) => {
    setPlaced(now);
    setSeries(now.series?.id ?? "");
    setEdition(now.edition === null ? "" : String(now.edition));
  };
  const read = async () => {
    /** @type {openapi.ChampionshipEdition | null} */
    const now = await store.read(`/v1/championships/${store.id}/series`);
    const { items } = await firstOf((path) => /** @type {Promise<openapi.SeriesPage | null>} */ (store.read(path)), "/v1/series");
    setKnown([...items]);
    if (now) take(now);
  };
  useEffect(() => void read(), []);
  const save = async (/** @type {Event} */ event) => {
    event.preventDefault();
    setSaved(false);
    let chosen = series;
    if (chosen === NEW) {
      const made = await decision.send("POST", "/v1/series", { name: name.trim() });
      if (!made) return;
      chosen = made.id;
      setSeries(chosen);
      setKnown([made, ...(known ?? [])]);
    }
    const now = await decision.send("PUT", `/v1/championships/${store.id}/series`, { series: chosen, edition: Number(edition) });
    if (!now) return;
    take(now);
    setSaved(true);
  };
  const leave = async () => {
    setSaved(false);
    const now = await decision.send("DELETE", `/v1/championships/${store.id}/series`);
    if (now) take(now);
  };
  const rename = (/** @type {openapi.SeriesSummary} */ now) => {
    if (placed) setPlaced({ ...placed, series: now });
    setKnown((known ?? []).map((one) => (one.id === now.id ? now : one)));
  };
  if (!known || (!opens && !placed?.series)) return null;
  const open = opens ? known : known.filter((one) => one.id === placed?.series?.id);
  const options = [
    { value: "", label: o.series.none },
    ...open.map((one) => ({ value: one.id, label: one.name })),
    ...(opens ? [{ value: NEW, label: o.series.open }] : []),
  ];
  const whole = series !== "" && edition.trim() !== "" && (series !== NEW || name.trim() !== "");
  return html`<details class="panel" data-open="series">
    <summary>${placed?.series ? o.series.is(placed.series.name, placed.edition ?? 0) : o.series.title}</summary>
    <p class="hint">${o.series.means}</p>
    <form class="form" onSubmit=${save}>
      <${Select}
        label=${o.series.of}
        input="series"
        value=${series}
        set=${setSeries}
        options=${options}
        refusal=${decision.refusal}
      />
      ${series === NEW
        ? html`<${Field}
            label=${o.series.name}
            input="name"
            value=${name}
            set=${setName}
            refusal=${decision.refusal}
            hint=${o.series.nameHint}
            maxlength="200"
          />`
        : null}
      <${Field}
        label=${o.series.edition}
        input="edition"
        type="number"
        inputmode="numeric"
        min="1"
        max="9999"
        value=${edition}
        set=${setEdition}
        refusal=${decision.refusal}
        hint=${o.series.editionHint}
      />
      <${Refused} refusal=${decision.refusal} fields=${["series", "name", "edition"]} />
      ${saved ? html`<p class="good" role="status">${o.series.saved}</p>` : null}
      <div class="controls">
        <button class="main" data-action="series" disabled=${decision.busy || !whole}>${o.series.save}</button>
        ${placed?.series
          ? html`
              <button type="button" class="quiet" data-action="leave-series" disabled=${decision.busy} onClick=${leave}>
                ${o.series.leave}
              </button>
              <a
                class="button"
                href=${`/series/${placed.series.id}${location.search}`}
                target="_blank"
                rel="noopener"
                data-public="series"
              >${o.series.page}</a>
            `
          : null}
      </div>
    </form>
    ${placed?.series && opens && series !== NEW
      ? html`<${Rename} key=${placed.series.id} store=${store} series=${placed.series} renamed=${rename} />`
      : null}
  </details>`;
}

/**
 * Another name for a series.
 * @param {{store: Store, series: openapi.SeriesName, renamed: (now: openapi.SeriesSummary) => void}} props
 */
function Rename({ store, series, renamed }) {
  const [name, setName] = useState("");
  const [done, setDone] = useState(false);
  const decision = useDecision(store);
  const rename = async (/** @type {Event} */ event) => {
    event.preventDefault();
    setDone(false);
    const now = await decision.send("PUT", `/v1/series/${series.id}`, { name: name.trim() });
    if (!now) return;
    setName("");
    setDone(true);
    renamed(now);
  };
  return html`<form class="form" onSubmit=${rename}>
    <${Field}
      label=${o.series.called}
      input="name"
      value=${name}
      set=${setName}
      refusal=${decision.refusal}
      hint=${o.series.nameHint}
      maxlength="200"
    />
    <${Refused} refusal=${decision.refusal} fields=${["name"]} />
    ${done ? html`<p class="good" role="status">${o.series.renamed}</p>` : null}
    <div class="controls">
      <button class="quiet" data-action="rename-series" disabled=${decision.busy || name.trim() === ""}>
        ${o.series.rename}
      </button>
    </div>
  </form>`;
}
