/**
 * The places of all entrants with their reasons: the tables with the rule that decided each row, ties to rule on, podium,
 * general table.
 */

import { useState } from "preact/hooks";
import { captionedTables, GeneralTable, levelWord, PodiumSteps, Repescas, StandingsTable } from "../../shared/contests/standings.js";
import { k } from "../../shared/contests/words.js";
import { ContestStakes } from "../../shared/stakes.js";
import { AgreedTime } from "../../shared/timing.js";
import { html, Sheet } from "../../shared/ui.js";
import { joinNames, w } from "../../shared/words.js";
import { ofChampionship, ofStandings, Papers } from "../papers.js";
import { Rules } from "./changes.js";
import { ChooseContest, contestName } from "./contest.js";
import { useTables } from "./reads.js";
import { ruleOf } from "./model/ties.js";
import { talliesOf } from "./names.js";
import { TieForm } from "./tie.js";
import { p } from "./words.js";

/** @import * as api from "openapi" */
/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../store.js").Contest} Contest */
/** @typedef {import("../../shared/types.js").Row} Row */

/** @param {{store: Store}} props */
export function Standings({ store }) {
  const contest = store.contest.value;
  const { standings, tables } = useTables(store, contest);
  const view = store.view.value;
  const person = (/** @type {any} */ one) => store.name(one);
  return html`
    <${ChooseContest} store=${store} />
    ${contest ? html`<${OpenTies} store=${store} contest=${contest} tables=${tables} />` : null}
    ${contest && standings
      ? html`<section class="panel" data-standings>
          <h3>${contestName(store, contest)}</h3>
          ${standings.provisional ? html`<p class="hint">${p.standings.provisional}</p>` : null}
          ${captionedTables(standings).map(({ rows, caption }, n) => html`<div
            class="scroll"
            key=${n}
            tabindex="0"
            role="region"
            aria-label=${caption || k.standings}
          >
            <${StandingsTable}
              rows=${rows}
              tallies=${talliesOf(contest.ruleset)}
              caption=${caption}
              level=${levelWord(contest.phase, standings.provisional)}
              person=${person}
            />
          </div>`)}
          <${Repescas} standings=${standings} person=${person} />
          <${Rules} store=${store} codes=${rulesOf(store, tables, contest)} />
          <${Papers} papers=${ofStandings(contest)} />
        </section>`
      : null}
    ${contest ? html`<${Podium} contest=${contest} person=${person} />` : null}
    ${view && view.general.length > 0
      ? html`<section class="panel" data-general>
          <h3>${p.standings.general}</h3>
          <div class="scroll" tabindex="0" role="region" aria-label=${p.standings.general}>
            <${GeneralTable} rows=${view.general} caption="" person=${person} />
          </div>
          <${Rules} store=${store} codes=${["general.points", "general.order"]} />
          <${Papers} papers=${ofChampionship(view.id)} />
        </section>`
      : null}
  `;
}

/** @param {{contest: Contest, person: (one: any) => string}} props */
function Podium({ contest, person }) {
  const state =
    contest.phase === "null" ? p.standings.null : contest.phase === "finished" ? p.standings.finished : p.standings.noPodium;
  return html`<section class="panel" data-podium>
    <h3>${p.standings.podium}</h3>
    ${contest.podium.length > 0 ? html`<${PodiumSteps} podium=${contest.podium} person=${person} />` : null}
    ${contest.consolation
      ? html`<h3>${k.kinds.consolation}</h3><${PodiumSteps} podium=${contest.consolation} person=${person} />`
      : null}
    <p class="hint" data-phase=${contest.phase}>${state}</p>
    <${AgreedTime} timing=${contest.timing} />
    <${ContestStakes} contest=${contest} person=${person} />
  </section>`;
}

/**
 * The ties that wait for a word, each with the way to give it.
 * @param {{store: Store, contest: Contest, tables: readonly (readonly Row[])[]}} props
 */
function OpenTies({ store, contest, tables }) {
  const [open, setOpen] = useState(/** @type {string | null} */ (null));
  const waiting = contest.pending.filter((one) => one.kind === "ruling");
  const key = (/** @type {typeof waiting[number]} */ one) => (one.tied ?? []).map((entrant) => entrant.id).join(" ");
  const tie = waiting.find((one) => key(one) === open);
  if (waiting.length === 0) return null;
  return html`<section class="panel warn" data-ties>
    <h3>${p.standings.ties}</h3>
    ${waiting.map((one) => html`<div key=${key(one)} class="item" data-tie=${key(one)}>
      <p>${p.tie.of(joinNames((one.tied ?? []).map((entrant) => store.name(entrant))))}</p>
      ${store.rights.value?.organizer
        ? html`<button type="button" class="call" data-action="tie" onClick=${() => setOpen(key(one))}>${p.tie.open}</button>`
        : html`<p class="hint">${p.tie.needsOrganizer}</p>`}
    </div>`)}
    ${tie
      ? html`<${Sheet} title=${p.tie.title} name="tie" close=${() => setOpen(null)} closeWord=${w.close}>
          <${TieForm}
            store=${store}
            contest=${contest}
            entrants=${tie.tied ?? []}
            fixture=${tie.fixture ?? null}
            tables=${tables}
            onDone=${() => setOpen(null)}
          />
        <//>`
      : null}
  </section>`;
}

/**
 * The rules that decided the rows of these tables, once each.
 * @param {Store} store
 * @param {readonly (readonly Row[])[]} tables
 * @param {Contest} contest
 */
const rulesOf = (store, tables, contest) => [
  ...new Set(tables.flat().map((row) => ruleOf(row.decided_by, store.rulesOf(contest), row.ptos !== undefined))),
];
