/** The page of a championship: standings with the rule that decided each row, fixtures, podium, corrections, sanctions. */

import { signal } from "@preact/signals";
import { gameOf } from "../games/index.js";
import { StakesBalance } from "../shared/contests/balance.js";
import { nameOf } from "../shared/contests/name.js";
import { displayName } from "../shared/contests/people.js";
import { levelWord, PodiumSteps, Repescas, captionedTables } from "../shared/contests/standings.js";
import { k } from "../shared/contests/words.js";
import { Agreement } from "../shared/ladder.js";
import { ListSizes } from "../shared/lists.js";
import { mount } from "../shared/mount.js";
import { TableLink } from "../shared/tablelink.js";
import { printPage } from "../shared/printing.js";
import { ContestStakes, SignStakes } from "../shared/stakes.js";
import { AgreedTime } from "../shared/timing.js";
import { follow } from "../shared/stream.js";
import { html } from "../shared/ui.js";
import { watch } from "../shared/watching.js";
import { joinNames, language, w } from "../shared/words.js";
import { AgreedOn } from "./houserules.js";
import { Corrections, Sanctions } from "./changes.js";
import { api, id, read, sizes } from "./first.js";
import { FindTable, Fixtures } from "./fixtures.js";
import { Hands, WayToHands } from "./hands.js";
import { LongGeneral, LongTable } from "./longtable.js";
import { c } from "./words.js";

/** @typedef {import("../shared/types.js").Contest} Contest */
/** @typedef {import("../shared/types.js").Somebody} Somebody */
/** @typedef {import("./first.js").Everything} Everything */

const lists = new ListSizes(sizes, () => void look());
const content = signal(/** @type {Everything | null} */ (null));
const online = signal(true);
const isGone = signal(false);
let isFollowing = false;

async function show() {
  content.value = await read();
  document.title = content.value.championship.name;
}

/** @param {Somebody} one */
const person = (one) =>
  one.players?.length ? displayName(one) : html`<a href=${`/players/${one.id}${location.search}`}>${displayName(one)}</a>`;

function App() {
  const now = content.value;
  if (isGone.value) return html`<p class="closed" role="alert">${k.notFound}</p>`;
  if (!now) return html`<p class="closed" role="status">${online.value ? k.opening : k.noAnswer}</p>`;
  const { championship } = now;
  return html`
    <header class="top">
      <h1>${championship.name}</h1>
      <nav>
        <a class="way" href=${`/${location.search}`}>${k.home}</a>
        <a class="way" href=${`/board/${id}${location.search}`}>${k.board}</a>
        ${now.edition.series
          ? html`<a class="way" href=${`/series/${now.edition.series.id}${location.search}`} data-series>
              ${k.editionOf(now.edition.series.name, now.edition.edition ?? 0)}
            </a>`
          : null}
        <button type="button" class="quiet" onClick=${() => printPage()}>${k.print}</button>
      </nav>
    </header>
    ${online.value ? null : html`<p class="trouble" role="status">${k.noAnswer}</p>`}
    <${Agreement} discipline=${championship.discipline} />
    ${now.contests.length === 0 ? html`<p>${k.noContest}</p>` : null}
    ${now.contests.map((contest) => html`<${OneContest} key=${contest.id} now=${now} contest=${contest} />`)}
    ${championship.general.length > 0
      ? html`<section class="part long" data-part="general">
          <h2>${k.general}</h2>
          <${LongGeneral} rows=${championship.general} person=${person} />
          <p class="ways"><${TableLink} path=${`/v1/championships/${id}?format=csv`} title=${k.general} /></p>
        </section>`
      : null}
    <${StakesBalance} balance=${now.balance} path=${`/v1/championships/${id}/balance`} person=${person} />
    <${Sanctions} now=${now} older=${now.cards.more ? () => lists.older("sanctions") : null} />
    <p class="ways">
      <a class="way" href=${`/v1/championships/${id}/calendar.ics?lang=${language}`}>${c.calendar}</a>
      <a class="way" href=${`/championships/${id}/results.atom?lang=${language}`}>${c.feed}</a>
    </p>
  `;
}

/** @param {{now: Everything, contest: Contest}} props */
function OneContest({ now, contest }) {
  const name = nameOf(contest, now.titles);
  const standings = now.standings.get(contest.id);
  const tables = standings ? captionedTables(standings) : [];
  const tallies = gameOf(contest.ruleset)?.tallies ?? {};
  const items = now.changes.get(contest.id)?.items ?? [];
  const ruling = contest.pending.filter((one) => one.kind === "ruling" && one.tied?.length);
  const caption = (/** @type {string} */ own) => [own, standings?.provisional ? k.provisional : ""].filter(Boolean).join(" · ");
  return html`<section class="part long" data-contest=${contest.id}>
    <h2>${name} <span class=${`state ${contest.phase === "finished" ? "" : "open"}`}>${k.phases[contest.phase]}</span></h2>
    <${AgreedOn} contest=${contest} />
    <${AgreedTime} timing=${contest.timing} />
    ${contest.podium.length > 0 ? html`<h3>${k.podium}</h3><${PodiumSteps} podium=${contest.podium} person=${person} />` : null}
    ${contest.consolation ? html`<h3>${k.kinds.consolation}</h3><${PodiumSteps} podium=${contest.consolation} person=${person} />` : null}
    ${ruling.map((one, n) => html`<p key=${n} class="bad">${c.waits(joinNames((one.tied ?? []).map(displayName)))}</p>`)}
    <${FindTable} contest=${contest} titles=${now.titles} />
    <h3>${k.standings}</h3>
    ${tables.map((table, n) => html`<${LongTable}
      key=${n}
      contest=${contest}
      standings=${standings}
      table=${table}
      label=${`${k.standings}: ${name} ${caption(table.caption)}`}
      tallies=${tallies}
      caption=${caption(table.caption)}
      level=${levelWord(contest.phase, standings?.provisional ?? false)}
      person=${person}
    />`)}
    <${WayToHands} contest=${contest} />
    ${standings ? html`<${Repescas} standings=${standings} person=${person} />` : null}
    <${ContestStakes} contest=${contest} person=${person}>
      <p class="ways">
        <${SignStakes} path=${`/print/contests/${contest.id}/settlement`} />
        <${TableLink} path=${`/v1/contests/${contest.id}/settlement?format=csv`} title=${w.stakes.title} />
      </p>
    <//>
    <${Hands} contest=${contest} />
    <h3>${c.fixtures}</h3>
    <${Fixtures} contest=${contest} titles=${now.titles} />
    <${Corrections} items=${items} tallies=${tallies} />
    <p class="ways">
      <${TableLink} path=${`/v1/contests/${contest.id}/standings?format=csv`} title=${k.standings} />
      <${TableLink} path=${`/v1/contests/${contest.id}/fixtures?format=csv`} title=${c.fixtures} />
      ${items.length > 0
        ? html`<${TableLink} path=${`/v1/contests/${contest.id}/changes?format=csv`} title=${c.corrections} />`
        : null}
    </p>
  </section>`;
}

mount(App, () => online.value && !content.value && !isGone.value);
const look = watch(show, {
  connection: (there) => {
    online.value = there;
    if (!content.value || isFollowing) return;
    isFollowing = true;
    follow(api, `/v1/championships/${id}/stream`, content.value.championship.version, {
      entry: () => void look(),
      connection: (on) => (online.value = on),
    });
  },
  onRefusal: () => (isGone.value = true),
});
