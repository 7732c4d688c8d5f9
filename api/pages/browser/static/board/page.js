/** The hall's board: matches in play, standings and winners, turning by itself. */

import { effect } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { gameOf } from "../games/index.js";
import { Api } from "../shared/api.js";
import { keepAwake } from "../shared/awake.js";
import { deck, Signs } from "../shared/cards.js";
import { nameOf } from "../shared/contests/name.js";
import { versus } from "../shared/contests/people.js";
import { GeneralTable, PodiumSteps, StandingsTable } from "../shared/contests/standings.js";
import { placeOf } from "../shared/contests/place.js";
import { k } from "../shared/contests/words.js";
import { when } from "../shared/dates.js";
import { mount } from "../shared/mount.js";
import { html } from "../shared/ui.js";
import { language, w } from "../shared/words.js";
import { Running } from "./running.js";
import { optionsIn } from "./slides.js";
import { Nets, Settlement } from "./stakes.js";
import { Hall } from "./store.js";
import { Turning } from "./turning.js";
import { b } from "./words.js";

/** @typedef {import("./slides.js").Slide} Slide */

const AGE_MS = 1_000;
const FAR = "(min-width: 900px)";

const hall = new Hall(new Api(null, language), location.pathname.split("/")[2], optionsIn(location.search), () => Date.now());
const turning = new Turning(hall);

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
      aria-label=${slide ? titleOf(slide) : championship.name}
    >
      ${slide
        ? html`<h2>${titleOf(slide)}</h2><${SlideBody} slide=${slide} />`
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
              contestName(contest),
              fixture.starts_at ? b.at(when(fixture.starts_at)) : "",
              placeOf(fixture),
              fixture.no_show_at ? k.waitsUntil(when(fixture.no_show_at, fixture.starts_at ?? undefined)) : "",
            ]
              .filter(Boolean)
              .join(" · ")}
          </small>
        </li>`)}
      </ul>`;
  }
}

/** @param {import("../shared/types.js").Contest} contest */
const contestName = (contest) => nameOf(contest, hall.titles.value);

/** @param {Slide} slide */
function titleOf(slide) {
  const part = "parts" in slide && slide.parts > 1 ? b.page(slide.part, slide.parts) : "";
  /** @type {(string | null)[]} */
  let words = [];
  if (slide.kind === "table")
    words = [
      slide.fixture.table === null || slide.fixture.table === undefined ? null : k.table(slide.fixture.table),
      contestName(slide.contest),
      placeOf(slide.fixture),
    ];
  else if (slide.kind === "standings")
    words = [contestName(slide.contest), slide.group === null ? k.standings : k.group(slide.group), part];
  else if (slide.kind === "podium") words = [contestName(slide.contest), k.podium];
  else if (slide.kind === "stakes") words = [contestName(slide.contest), w.stakes.title];
  else if (slide.kind === "balance") words = [k.balance.title, part];
  else if (slide.kind === "general") words = [k.general, part];
  else words = [b.next];
  return words.filter(Boolean).join(" · ");
}

/** The age of the shown data, in words that go on counting. */
function Age() {
  const [now, setNow] = useState(hall.clock());
  const online = hall.online.value;
  useEffect(() => {
    if (online) return;
    setNow(hall.clock());
    const timer = setInterval(() => setNow(hall.clock()), AGE_MS);
    return () => clearInterval(timer);
  }, [online]);
  const seconds = Math.max(0, Math.round((now - hall.answeredAt.value) / 1000));
  return html`<p class=${`age ${online ? "" : "stale"}`} role="status">${online ? b.live : b.stale(seconds)}</p>`;
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

mount(App, () => hall.online.value && !hall.championship.value && !hall.isGone.value);
keepAwake();
turning.start();
void hall.start();
