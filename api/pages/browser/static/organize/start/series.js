/**
 * The series of which a championship is an edition. The reader chooses it, opens it by its name, corrects it or takes it away.
 */

import { useEffect, useState } from "preact/hooks";
import { firstOf } from "../../shared/lists.js";
import { html } from "../../shared/ui.js";
import { Field, RefusalNote, Select, useDecision } from "../form.js";
import { o } from "../words.js";

/** @import * as openapi from "openapi" */
/** @typedef {import("../store.js").Store} Store */
/** @typedef {openapi.SeriesSummary[]} SeriesList */

/** The choice of a new series. */
const NEW = "new";

/** @param {{store: Store}} props */
export function SeriesPanel({ store }) {
  const [list, setList] = useState(/** @type {SeriesList | null} */ (null));
  const [series, setSeries] = useState("");
  const [name, setName] = useState("");
  const [edition, setEdition] = useState("");
  const [place, setPlace] = useState(/** @type {openapi.ChampionshipEdition | null} */ (null));
  const [isSaved, setIsSaved] = useState(false);
  const decision = useDecision(store);
  const opens = Boolean(store.rights.value?.everywhere);
  const take = (/** @type {openapi.ChampionshipEdition} */ now) => {
    setPlace(now);
    setSeries(now.series?.id ?? "");
    setEdition(now.edition === null ? "" : String(now.edition));
  };
  const read = async () => {
    /** @type {openapi.ChampionshipEdition | null} */
    const now = await store.read(`/v1/championships/${store.id}/series`);
    const { items } = await firstOf((path) => /** @type {Promise<openapi.SeriesPage | null>} */ (store.read(path)), "/v1/series");
    setList([...items]);
    if (now) take(now);
  };
  useEffect(() => void read(), []);
  const save = async (/** @type {Event} */ event) => {
    event.preventDefault();
    setIsSaved(false);
    let target = series;
    if (target === NEW) {
      const newSeries = await decision.send("POST", "/v1/series", { name: name.trim() });
      if (!newSeries) return;
      target = newSeries.id;
      setSeries(target);
      setList([newSeries, ...(list ?? [])]);
    }
    const now = await decision.send("PUT", `/v1/championships/${store.id}/series`, { series: target, edition: Number(edition) });
    if (!now) return;
    take(now);
    setIsSaved(true);
  };
  const leave = async () => {
    setIsSaved(false);
    const now = await decision.send("DELETE", `/v1/championships/${store.id}/series`);
    if (now) take(now);
  };
  const rename = (/** @type {openapi.SeriesSummary} */ now) => {
    if (place) setPlace({ ...place, series: now });
    setList((list ?? []).map((one) => (one.id === now.id ? now : one)));
  };
  if (!list || (!opens && !place?.series)) return null;
  const open = opens ? list : list.filter((one) => one.id === place?.series?.id);
  const options = [
    { value: "", label: o.series.none },
    ...open.map((one) => ({ value: one.id, label: one.name })),
    ...(opens ? [{ value: NEW, label: o.series.open }] : []),
  ];
  const whole = series !== "" && edition.trim() !== "" && (series !== NEW || name.trim() !== "");
  return html`<details class="panel" data-open="series">
    <summary>${place?.series ? o.series.is(place.series.name, place.edition ?? 0) : o.series.title}</summary>
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
      <${RefusalNote} refusal=${decision.refusal} fields=${["series", "name", "edition"]} />
      ${isSaved ? html`<p class="good" role="status">${o.series.saved}</p>` : null}
      <div class="controls">
        <button class="main" data-action="series" disabled=${decision.busy || !whole}>${o.series.save}</button>
        ${place?.series
          ? html`
              <button type="button" class="quiet" data-action="leave-series" disabled=${decision.busy} onClick=${leave}>
                ${o.series.leave}
              </button>
              <a
                class="button"
                href=${`/series/${place.series.id}${location.search}`}
                target="_blank"
                rel="noopener"
                data-public="series"
              >${o.series.page}</a>
            `
          : null}
      </div>
    </form>
    ${place?.series && opens && series !== NEW
      ? html`<${Rename} key=${place.series.id} store=${store} series=${place.series} onRename=${rename} />`
      : null}
  </details>`;
}

/**
 * Another name for a series.
 * @param {{store: Store, series: openapi.SeriesName, onRename: (now: openapi.SeriesSummary) => void}} props
 */
function Rename({ store, series, onRename }) {
  const [name, setName] = useState("");
  const [isDone, setIsDone] = useState(false);
  const decision = useDecision(store);
  const rename = async (/** @type {Event} */ event) => {
    event.preventDefault();
    setIsDone(false);
    const now = await decision.send("PUT", `/v1/series/${series.id}`, { name: name.trim() });
    if (!now) return;
    setName("");
    setIsDone(true);
    onRename(now);
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
    <${RefusalNote} refusal=${decision.refusal} fields=${["name"]} />
    ${isDone ? html`<p class="good" role="status">${o.series.renamed}</p>` : null}
    <div class="controls">
      <button class="quiet" data-action="rename-series" disabled=${decision.busy || name.trim() === ""}>
        ${o.series.rename}
      </button>
    </div>
  </form>`;
}
