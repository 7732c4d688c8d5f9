/** The progress of a championship, and its next task. */

import { k } from "../../shared/contests/words.js";
import { Agreement } from "../../shared/ladder.js";
import { onPaper } from "../../shared/paper.js";
import { html, pieces } from "../../shared/ui.js";
import { joinNames } from "../../shared/words.js";
import { p as play } from "../play/words.js";
import { o } from "../words.js";
import { later } from "../later.js";
import { contestName, waitsForRound } from "../play/contest.js";
import { Renaming } from "../renaming.js";
import { ChangeDiscipline } from "./terms.js";

export const SERIES = later(() => import("./series.js").then(({ SeriesPanel }) => SeriesPanel));

/** Pages that all people may see, each with its own address. */
const PUBLIC = /** @type {const} */ ([
  ["board", "/board"],
  ["championship", "/championships"],
]);

/** @param {{store: import("../store.js").Store}} props */
export function Overview({ store }) {
  const view = store.view.value;
  if (!view) return null;
  const contests = store.contests.value;
  const left = contests.reduce(
    (sum, one) => sum + one.fixtures.filter((fixture) => fixture.state === "pending" || fixture.state === "open").length,
    0,
  );
  const waits = contests.some(waitsForRound);
  const steps = [
    { isDone: view.players.length > 1, go: "players", title: o.steps.players, text: o.steps.entered(view.players.length) },
    { isDone: contests.length > 0, go: "contests", title: o.steps.contest, text: o.steps.drawn(contests.length) },
    {
      isDone: contests.length > 0 && left === 0 && !waits,
      go: waits && left === 0 ? "rounds" : "fixtures",
      title: o.steps.play,
      text: waits && left === 0 ? play.waitsForRound : contests.length > 0 ? o.steps.left(left) : "",
    },
  ];
  const next = steps.find((one) => !one.isDone);
  return html`
    <ol class="steps">
      ${steps.map((one) => html`<li key=${one.go}>
        <a class="row-link" href=${`#${one.go}`} data-go=${one.go} aria-current=${one === next ? "step" : undefined}>
          <b>${one.isDone ? "✓ " : ""}${one.title}</b>
          <small>${one.text}</small>
        </a>
      </li>`)}
    </ol>
    ${contests.map((contest) => html`<article class="panel" key=${contest.id}>
      <h3>${contestName(store, contest)}</h3>
      <p>${store.title(contest.format)} · ${k.phases[contest.phase]}</p>
      ${contest.podium.length > 0
        ? html`<p>${pieces(contest.podium.map((one) => `${play.place(one.place)} ${store.name(one.player)}`))}</p>`
        : null}
      ${contest.qualified.length > 0 && contest.podium.length === 0
        ? html`<p>${o.through(joinNames(contest.qualified.map((one) => store.name(one))))}</p>`
        : null}
    </article>`)}
    <${Agreement} discipline=${view.discipline} />
    ${store.rights.value?.organizer
      ? html`
          <details class="panel" data-open="name">
            <summary>${o.renaming.rename}</summary>
            <${Renaming}
              key=${view.name}
              store=${store}
              path=${`/v1/championships/${store.id}`}
              name=${view.name}
              input="name"
              label=${o.renaming.championship}
            />
          </details>
          <${ChangeDiscipline} key=${JSON.stringify(view.discipline)} store=${store} discipline=${view.discipline} />
          <${SERIES.component} store=${store} />
        `
      : null}
    <section class="panel" data-part="public">
      <h3>${o.hall.title}</h3>
      <p class="hint">${o.hall.means}</p>
      <nav class="links" aria-label=${o.hall.title}>
        ${PUBLIC.map(([name, path]) => html`<a
          key=${name}
          href=${`${path}/${store.id}${location.search}`}
          target="_blank"
          rel="noopener"
          data-public=${name}
        >${o.hall[name]}</a>`)}
        <a href=${onPaper(`/print/championships/${store.id}/overlay`)} target="_blank" rel="noopener" data-public="overlay">
          ${o.hall.overlay}
        </a>
      </nav>
    </section>
  `;
}
