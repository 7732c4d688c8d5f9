/** The matches of a contest, round by round, each with the way to its table or its plays. */

import { who } from "../shared/contests/people.js";
import { k } from "../shared/contests/words.js";
import { when } from "../shared/dates.js";
import { html, pieces, sideOf } from "../shared/ui.js";
import { joined } from "../shared/words.js";
import { c } from "./words.js";

/** @typedef {import("../shared/types.js").Contest} Contest */
/** @typedef {import("../shared/types.js").Fixture} Fixture */

/** Whose matches are played in rounds. */
const IN_ROUNDS = new Set(["league", "group", "knockout"]);

/** @param {{contest: Contest}} props */
export function Fixtures({ contest }) {
  /** @type {Map<string, Fixture[]>} */
  const rounds = new Map();
  for (const fixture of contest.fixtures.filter((one) => one.state !== "superseded")) {
    const name = [k.kinds[fixture.kind], IN_ROUNDS.has(fixture.kind) ? k.round(fixture.round) : ""].filter(Boolean).join(" · ");
    rounds.set(name, [...(rounds.get(name) ?? []), fixture]);
  }
  return [...rounds].map(([name, fixtures]) => {
    const rests = contest.byes.filter((bye) => fixtures[0].kind === "league" && bye.round === fixtures[0].round);
    return html`<div key=${name} class="round">
      <h4>${name}</h4>
      <ul class="rows">
        ${fixtures.map((fixture) => html`<${One} key=${fixture.id} fixture=${fixture} />`)}
        ${rests.map((bye) => html`<li key=${bye.player.id}><small>${c.rests(who(bye.player))}</small></li>`)}
      </ul>
    </div>`;
  });
}

/** @param {{fixture: Fixture}} props */
function One({ fixture }) {
  const { result, match, state } = fixture;
  const about = [
    fixture.table === null || fixture.table === undefined ? "" : k.table(fixture.table),
    fixture.starts_at ? c.when(new Date(fixture.starts_at)) : "",
    fixture.no_show_at ? k.waitsUntil(when(fixture.no_show_at, fixture.starts_at ?? undefined)) : "",
    result?.absent?.length ? c.absent(joined(result.absent.map(who))) : "",
    result?.left?.length ? c.left(joined(result.left.map((seat) => who(fixture.entrants[seat])))) : "",
  ];
  const way = match && state === "open" ? c.watch : match ? c.replay : "";
  const inside = html`<span class="names">${pieces(fixture.entrants.map(who), " – ")}</span>
    <small>${pieces(about)}${way ? html`<span class="no-print">${about.some(Boolean) ? " · " : ""}${way}</span>` : null}</small>
    <span class=${sideOf(result?.points ?? [])}>${result?.points ? pieces(result.points, " – ") : html`<span class=${`state ${state}`}>${k.states[state]}</span>`}</span>`;
  const path = match ? `/${state === "open" ? "table" : "replay"}/${match}${location.search}` : null;
  return html`<li data-fixture=${fixture.id}>${path ? html`<a class="row" href=${path}>${inside}</a>` : html`<div class="row">${inside}</div>`}</li>`;
}
