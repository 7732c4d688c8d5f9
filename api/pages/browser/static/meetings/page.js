/** The page of two people, head to head: the outcome of their matches, as opponents and as partners, and each match. */

import { signal } from "@preact/signals";
import { displayName } from "../shared/contests/people.js";
import { k } from "../shared/contests/words.js";
import { dayOf } from "../shared/dates.js";
import { ListSizes } from "../shared/lists.js";
import { mount } from "../shared/mount.js";
import { TableLink } from "../shared/tablelink.js";
import { Part } from "../shared/part.js";
import { printPage } from "../shared/printing.js";
import { html, pieces, sideOf } from "../shared/ui.js";
import { watch } from "../shared/watching.js";
import { textOf } from "../shared/words.js";
import { path, read, sizes } from "./first.js";
import { m } from "./words.js";

/** @import * as openapi from "openapi" */
/** @typedef {import("./first.js").Meeting} Meeting */

const HEIGHT = 20;
const lists = new ListSizes(sizes, () => void look());
const content = signal(/** @type {Meeting | null} */ (null));
const online = signal(true);
const isGone = signal(false);

async function show() {
  content.value = await read();
  document.title = [displayName(content.value.player), displayName(content.value.against)].join(" – ");
}

/** @param {string} address */
const here = (address) => address + location.search;
/** @param {openapi.Somebody} one */
const person = (one) => html`<a href=${here(`/players/${one.id}`)}>${displayName(one)}</a>`;

function App() {
  const now = content.value;
  if (isGone.value) return html`<p class="closed" role="alert">${k.notFound}</p>`;
  if (!now) return html`<p class="closed" role="status">${online.value ? k.opening : k.noAnswer}</p>`;
  const { player, against, totals, matches } = now;
  return html`
    <header class="top">
      <h1>${person(player)} – ${person(against)} <small>${m.title}</small></h1>
      <nav>
        <a class="way" href=${here("/")}>${k.home}</a>
        <button type="button" class="quiet" onClick=${() => printPage()}>${k.print}</button>
      </nav>
    </header>
    ${online.value ? null : html`<p class="trouble" role="status">${k.noAnswer}</p>`}
    ${totals.matches === 0 ? html`<p class="hint" role="status">${m.none}</p>` : null}
    <${Sums}
      name="opponents"
      title=${m.opponents(totals.opponents)}
      parts=${[
        { of: m.ahead(displayName(player)), n: totals.ahead, look: "first" },
        { of: m.level, n: totals.level, look: "level" },
        { of: m.ahead(displayName(against)), n: totals.behind, look: "second" },
      ]}
    />
    <${Sums}
      name="partners"
      title=${m.partners(totals.partners)}
      parts=${[
        { of: m.won, n: totals.won, look: "first" },
        { of: m.notWon, n: totals.partners - totals.won, look: "second" },
      ]}
    />
    <${Part}
      name="matches"
      title=${m.matches}
      items=${matches.items}
      row=${(/** @type {openapi.Meeting} */ one) => meeting(now, one)}
      older=${matches.more ? () => lists.older("matches") : null}
    ><p class="ways"><${TableLink} path=${`${path}?format=csv`} title=${m.table} /></p><//>
  `;
}

/**
 * The outcomes of their matches, in words and as one bar of parts. Empty if there are none.
 * @param {{name: string, title: string, parts: readonly {of: string, n: number, look: string}[]}} props
 */
function Sums({ name, title, parts }) {
  const whole = parts.reduce((sum, { n }) => sum + n, 0);
  if (whole === 0) return null;
  const from = parts.map((_, at) => parts.slice(0, at).reduce((sum, { n }) => sum + n, 0));
  return html`<section class="part" data-part=${name}>
    <h2>${title}</h2>
    <svg class="halves" viewBox=${`0 0 ${whole} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      ${parts.map(({ n, look: kind }, at) => html`<rect key=${kind} class=${kind} x=${from[at]} width=${n} height=${HEIGHT} />`)}
      <path d=${from.slice(1).filter((at) => at > 0 && at < whole).map((at) => `M${at} 0V${HEIGHT}`).join("")} />
    </svg>
    <ul class="rows">
      ${parts.map(({ of, n, look: kind }) => html`<li key=${kind}>
        <div class="row" data-sum=${kind}><b>${of}</b><span class="side">${n}</span></div>
      </li>`)}
    </ul>
  </section>`;
}

/**
 * A match: places and points of its sides, its game and its date. It leads to its record, or to its championship.
 * @param {Meeting} now
 * @param {openapi.Meeting} one
 */
function meeting(now, one) {
  const title = now.titles.get(one.ruleset);
  // A place is counted in people: the pair behind a pair is third.
  const placeOf = (/** @type {openapi.MeetingSide} */ side) => 1 + one.sides.filter((each) => each.place < side.place).length;
  const sides = pieces(one.sides.map((side) => m.step(placeOf(side), side.players.map(displayName).join(" / "))));
  const points = one.sides.every((side) => side.points !== null)
    ? one.sides.map((side) => String(side.points).replace("-", "−"))
    : [];
  const about = [title ? textOf(title) : one.ruleset, dayOf(new Date(one.ended_at)), ...(one.partners ? [m.together] : [])].join(
    " · ",
  );
  const address = one.match ? `/replay/${one.match}` : `/championships/${one.championship}`;
  return html`<li key=${one.fixture ?? one.match}>
    <a class="row" href=${here(address)} data-meeting>
      <b>${sides}</b>
      <small>${about}</small>
      <span class=${sideOf(points)}>${pieces(points, " – ")}</span>
    </a>
  </li>`;
}

mount(App, () => online.value && !content.value && !isGone.value);
const look = watch(show, { connection: (there) => (online.value = there), onRefusal: () => (isGone.value = true) });
