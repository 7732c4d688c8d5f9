/** The hall's board: matches in play, standings and winners, turning by itself. */

import { effect } from "@preact/signals";
import { gameOf } from "../games/index.js";
import { serviceLanguage } from "../shared/language.js";
import { Api } from "../shared/api.js";
import { keepAwake } from "../shared/awake.js";
import { deck, Signs } from "../shared/cards.js";
import { seatLines } from "../shared/contests/boards.js";
import { nameOf } from "../shared/contests/name.js";
import { versus } from "../shared/contests/people.js";
import { GeneralTable, PodiumSteps, StandingsTable } from "../shared/contests/standings.js";
import { placeOf } from "../shared/contests/place.js";
import { k } from "../shared/contests/words.js";
import { ageOf, when } from "../shared/dates.js";
import { mount } from "../shared/mount.js";
import { html, pieces } from "../shared/ui.js";
import { useAge } from "./age.js";
import { Overlay } from "./overlay.js";
import { Round } from "./round.js";
import { Running } from "./running.js";
import { optionsIn } from "./slides.js";
import { Nets, Settlement } from "./stakes.js";
import { Hall } from "./store.js";
import { titleOf } from "./titles.js";
import { Turning } from "./turning.js";
import { b } from "./words.js";

/** @typedef {import("./slides.js").Slide} Slide */

const FAR = "(min-width: 900px)";

const hall = new Hall(new Api(null, serviceLanguage), location.pathname.split("/")[2], optionsIn(location.search), () => Date.now());
const turning = new Turning(hall);
const { isOverlay } = hall.ask;
// Until here the page has no colour of its own: a stream must not flash.
document.documentElement.classList.add(isOverlay ? "overlay" : "hall");

function App() {
  const championship = hall.championship.value;
  if (hall.isGone.value) return html`<p class="closed" role="alert">${k.notFound}</p>`;
  if (!championship) return html`<p class="closed" role="status">${hall.online.value ? k.opening : k.noAnswer}</p>`;
  const slide = hall.slide.value;
  return html`
    <${Signs} />
    <header class="head"><h1>${championship.name}</h1><${Age} /></header>
    <section
      class="slide"
      key=${slide?.key ?? "none"}
      data-slide=${slide?.kind ?? "none"}
      aria-label=${slide ? titleOf(slide, hall.titles.value) : championship.name}
    >
      ${slide
        ? html`<h2>${titleOf(slide, hall.titles.value)}</h2><${SlideBody} slide=${slide} />`
        : html`<p class="lines quiet">${hall.ask.only.length > 0 ? b.nothing : b.quiet}</p>`}
    </section>
    <${Controls} />
  `;
}

/** @param {{slide: Slide}} props */
function SlideBody({ slide }) {
  const tallies = "contest" in slide ? (gameOf(slide.contest.ruleset)?.tallies ?? {}) : {};
  switch (slide.kind) {
    case "table":
      return html`<${Running} hall=${hall} />`;
    case "round":
      return html`<${Round} slide=${slide} />`;
    case "standings":
      return html`<${StandingsTable}
        rows=${slide.rows}
        tallies=${tallies}
        brief=${true}
        caption=${slide.provisional ? k.provisional : ""}
      />`;
    case "podium":
      return html`<${PodiumSteps} podium=${slide.contest.podium} />`;
    case "stakes":
      return html`<${Settlement} contest=${slide.contest} isSettled=${slide.isSettled} />`;
    case "balance":
      return html`<${Nets} rows=${slide.rows} />`;
    case "general":
      return html`<${GeneralTable} rows=${slide.rows} caption="" />`;
    case "next":
      return html`<ul class="coming">
        ${slide.fixtures.map(({ contest, fixture }) => html`<li key=${fixture.id}>
          <b>${fixture.table === null || fixture.table === undefined ? "" : k.table(fixture.table)}</b>
          <span>${versus(fixture.entrants)}</span>
          <small>
            ${[
              nameOf(contest, hall.titles.value),
              fixture.starts_at ? b.at(when(fixture.starts_at)) : "",
              placeOf(fixture),
              fixture.no_show_at ? k.waitsUntil(when(fixture.no_show_at, fixture.starts_at ?? undefined)) : "",
            ]
              .filter(Boolean)
              .join(" · ")}
          </small>
          ${seatLines(fixture).length > 0 ? html`<small class="seats">${pieces(seatLines(fixture))}</small>` : null}
        </li>`)}
      </ul>`;
  }
}

/** The age of the shown data, in words that go on counting. */
function Age() {
  const seconds = useAge(hall);
  const online = hall.online.value;
  return html`<p class=${`age ${online ? "" : "stale"}`} role="status">${online ? b.live : b.stale(ageOf(seconds))}</p>`;
}

function Controls() {
  const count = hall.slides.value.length;
  const isPaused = turning.isPaused.value;
  if (count < 2) return null;
  return html`<nav class="steps">
    <button type="button" data-step="back" aria-label=${b.back} onClick=${() => turning.step(-1)}>‹</button>
    <button type="button" data-step="pause" aria-pressed=${String(isPaused)} onClick=${() => turning.toggle()}>
      ${isPaused ? b.go : b.pause}
    </button>
    <button type="button" data-step="forward" aria-label=${b.forward} onClick=${() => turning.step(1)}>›</button>
    <span>${b.of(hall.index.value + 1, count)}</span>
  </nav>`;
}

effect(() => {
  const slide = hall.slide.value;
  deck.value = (slide?.kind === "table" ? gameOf(slide.contest.ruleset)?.deck : undefined) ?? "french";
  hall.show(slide?.kind === "table" ? slide.match : null);
});
effect(() => {
  const data = document.body.dataset;
  data.connection = hall.online.value ? "online" : "offline";
  data.slide = hall.slide.value?.kind ?? "none";
  data.paused = String(turning.isPaused.value);
  data.version = String(hall.championship.value?.version ?? "");
  if (hall.championship.value) document.title = hall.championship.value.name;
});
const far = matchMedia(FAR);
hall.far.value = far.matches;
far.addEventListener("change", () => (hall.far.value = far.matches));

mount(isOverlay ? () => html`<${Overlay} hall=${hall} />` : App, () => hall.online.value && !hall.championship.value && !hall.isGone.value);
if (!isOverlay) keepAwake();
turning.start();
void hall.start();
