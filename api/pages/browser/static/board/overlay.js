/** The lower third of a stream: one slide at a time over the picture, and nothing of the page around it. */

import { useLayoutEffect, useRef } from "preact/hooks";
import { Signs } from "../shared/cards.js";
import { nameOf } from "../shared/contests/name.js";
import { displayName, versus } from "../shared/contests/people.js";
import { k } from "../shared/contests/words.js";
import { ageOf, when } from "../shared/dates.js";
import { html, pieces } from "../shared/ui.js";
import { useAge } from "./age.js";
import { BoardClock } from "./clock.js";
import { Tabletop } from "./felt.js";
import { Amount } from "./running.js";
import { sightOf } from "./sight.js";
import { titleOf } from "./titles.js";
import { b } from "./words.js";

/** @typedef {import("./store.js").Hall} Hall */
/** @typedef {import("./slides.js").Slide} Slide */

/** The seconds without an answer of the service after which viewers are told. */
const LATE = 15;
/** Sizes of the letters, tried one after the other until the content has room. */
const SIZES = [1, 0.92, 0.84, 0.76, 0.68, 0.6, 0.52, 0.45, 0.38];

const COLUMNS = 2;

/** @param {{hall: Hall}} props */
export function Overlay({ hall }) {
  if (hall.isGone.value) return html`<${Third} name="closed"><p role="alert">${k.notFound}</p><//>`;
  const slide = hall.slide.value;
  if (!slide || (slide.kind === "table" && !hall.match.value)) return null;
  return html`
    <${Signs} />
    <${Third} key=${slide.key} name=${slide.kind}>
      <header><h2>${titleOf(slide, hall.titles.value)}</h2><${Late} hall=${hall} /></header>
      <${Content} hall=${hall} slide=${slide} />
    <//>
  `;
}

/**
 * The lower third. Its letters are as large as its content has room for.
 * @param {{name: string, children?: any}} props
 */
function Third({ name, children }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const fit = () => {
    const one = place.current;
    if (!one) return;
    const parts = () => [one, ...one.querySelectorAll(".both > *")];
    for (const size of SIZES) {
      one.style.setProperty("--fit", String(size));
      if (parts().every((part) => part.scrollHeight <= part.clientHeight + 1 && part.scrollWidth <= part.clientWidth + 1)) return;
    }
  };
  useLayoutEffect(fit);
  useLayoutEffect(() => {
    addEventListener("resize", fit);
    return () => removeEventListener("resize", fit);
  }, []);
  return html`<section class="third" ref=${place} data-third=${name}>${children}</section>`;
}

/**
 * The age of what is shown, once it is too old for a stream.
 * @param {{hall: Hall}} props
 */
function Late({ hall }) {
  const seconds = useAge(hall);
  return hall.online.value || seconds < LATE ? null : html`<p class="late" role="status">${b.stale(ageOf(seconds))}</p>`;
}

/**
 * The rows of two columns.
 * @param {readonly unknown[]} list
 */
const inColumns = (list) => ({ "--rows": String(Math.ceil(list.length / COLUMNS)) });

/** @param {{hall: Hall, slide: Slide}} props */
function Content({ hall, slide }) {
  switch (slide.kind) {
    case "table":
      return html`<${Table} hall=${hall} />`;
    case "standings":
      return html`<${Ranks} rows=${slide.rows} caption=${slide.provisional ? k.provisional : ""} />`;
    case "general":
      return html`<${Ranks} rows=${slide.rows} caption="" />`;
    case "podium":
      return html`<${Ranks}
        rows=${slide.contest.podium.map(({ place, player, points }) => ({ place, player, points }))}
        caption=""
      />`;
    case "next":
      return html`<ol class="ranks" style=${inColumns(slide.fixtures)}>
        ${slide.fixtures.map(({ contest, fixture }) => html`<li key=${fixture.id}>
          <span class="name">
            ${versus(fixture.entrants)}
            <small>
              ${pieces([
                fixture.table === null || fixture.table === undefined ? "" : k.table(fixture.table),
                nameOf(contest, hall.titles.value),
                fixture.starts_at ? b.at(when(fixture.starts_at)) : "",
              ])}
            </small>
          </span>
        </li>`)}
      </ol>`;
    default:
      return null;
  }
}

/** @param {{hall: Hall}} props */
function Table({ hall }) {
  const state = hall.match.value;
  if (!state) return null;
  const { view } = state;
  const sight = sightOf(state, hall.ask.noResults);
  return html`<div class="both" data-match=${view.id} data-version=${view.version} data-frozen=${sight.frozenAt}>
    <ul class="sides">
      ${sight.sides.map(({ side, name, plays, main, others }) => html`<li key=${side} class=${plays ? "turn" : ""}>
        <span class="name">${name}<small>${pieces(others.map(({ label, text }) => `${label}: ${text}`))}</small></span>
        ${main.map(({ label, text }) => html`<b key=${label} class="figure"><${Amount} text=${text} /></b>`)}
      </li>`)}
    </ul>
    ${sight.frozenAt !== null
      ? html`<section class="frozen" role="status">
          <h3>${b.frozen}</h3>
          ${sight.claims.map((text) => html`<p key=${text}>${text}</p>`)}
          ${hall.ask.noResults ? null : html`<p>${b.frozenScore}</p>`}
        </section>`
      : html`<div class="now">
          <p class="headline">${sight.headline}</p>
          <${BoardClock} view=${view} time=${hall.api.time} />
          <p class="lines">${pieces(sight.lines)}</p>
          ${sight.game ? html`<${Tabletop} view=${view} game=${sight.game} />` : null}
        </div>`}
  </div>`;
}

/**
 * Rows of a table in columns: place, name, points.
 * @param {{rows: readonly any[], caption: string}} props
 */
function Ranks({ rows, caption }) {
  const main = ["ptos", "points"].find((name) => name in (rows[0] ?? {})) ?? "j";
  return html`
    <ol class="ranks" style=${inColumns(rows)}>
      ${rows.map((row) => html`<li key=${row.player.id} data-player=${row.player.id} class=${row.qualified ? "through" : ""}>
        <b class="place">${row.place}</b>
        <span class="name">
          ${displayName(row.player)} ${row.qualified ? html`<small>${k.through}</small>` : null}
        </span>
        <b class="figure">${row[main]}</b>
      </li>`)}
    </ol>
    ${caption ? html`<p class="caption">${caption}</p>` : null}
  `;
}
