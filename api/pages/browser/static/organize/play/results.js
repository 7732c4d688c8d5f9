/** The matches of a contest: those that wait, those in play and those played. A tap enters or corrects a result. */

import { useState } from "preact/hooks";
import { html, Sheet } from "../../shared/ui.js";
import { joinNames, w } from "../../shared/words.js";
import { k } from "../../shared/contests/words.js";
import { waitOf } from "./wait.js";
import { ChooseContest, ToRounds } from "./contest.js";
import { useTables } from "./reads.js";
import { FixtureList } from "../tables/list.js";
import { headlineOf } from "../../shared/contests/people.js";
import { BOARDS } from "../later.js";
import { FixtureForm } from "./result.js";
import { p } from "./words.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../../shared/types.js").Fixture} Fixture */

/** Groups of matches, in the order in which the desk looks for them. */
const GROUPS = /** @type {const} */ (["waits", "open", "pending", "done"]);

/** @param {Fixture} fixture @returns {typeof GROUPS[number]} */
const groupOf = (fixture) =>
  fixture.needs ? "waits" : fixture.state === "open" || fixture.state === "pending" ? fixture.state : "done";

/** @param {{store: Store}} props */
export function Results({ store }) {
  const contest = store.contest.value;
  // The page opens at once the match that the address names.
  const [open, setOpen] = useState(/** @type {string | null} */ (location.hash.split("/")[2] ?? null));
  const { tables } = useTables(store, contest);
  const fixtures = (contest?.fixtures ?? []).filter((one) => one.state !== "superseded");
  const fixture = fixtures.find((one) => one.id === open);
  const finish = (/** @type {string} */ notice) => {
    store.notice.value = notice;
    setOpen(null);
  };
  return html`
    <${ChooseContest} store=${store} />
    <${ToRounds} contest=${contest} />
    ${contest && fixtures.length === 0 ? html`<p class="hint">${p.results.none}</p>` : null}
    ${GROUPS.map((group) => html`<${Group}
      key=${group}
      store=${store}
      group=${group}
      fixtures=${fixtures.filter((one) => groupOf(one) === group)}
      open=${setOpen}
    />`)}
    ${fixture && contest
      ? html`<${Sheet}
          title=${p.players(fixture.entrants.map((one) => store.name(one)))}
          name="fixture"
          close=${() => setOpen(null)}
          closeWord=${w.close}
        >
          <${fixture.boards?.length ? BOARDS.component : FixtureForm}
            key=${`${fixture.id} ${fixture.version}`}
            store=${store}
            contest=${contest}
            fixture=${fixture}
            tables=${tables}
            onDone=${finish}
          />
        <//>`
      : null}
  `;
}

/** @param {{store: Store, group: typeof GROUPS[number], fixtures: readonly Fixture[], open: (id: string) => void}} props */
function Group({ store, group, fixtures, open }) {
  if (fixtures.length === 0) return null;
  return html`<section class="panel" data-group=${group}>
    <h3>${p.results.groups[group]} <small>${fixtures.length}</small></h3>
    <${FixtureList} fixtures=${fixtures} detail=${(/** @type {Fixture} */ one) => detail(store, one)} open=${open} />
  </section>`;
}

/**
 * The known facts of a match.
 * @param {Store} store
 * @param {Fixture} fixture
 */
function detail(store, fixture) {
  const { result } = fixture;
  const points = headlineOf(result);
  const absent = result?.absent ?? [];
  return [
    points ? p.results.score(points) : "",
    absent.length > 0 ? p.results.absentWas(joinNames(absent.map((one) => store.name(one)))) : "",
    result?.left?.length ? p.results.leftWas(joinNames(result.left.map((seat) => store.name(fixture.entrants[seat])))) : "",
    fixture.state === "void" ? k.states.void : "",
    fixture.needs ? p.results.needs : "",
    waitOf(fixture, store.api.time.now() ?? Date.now()),
  ];
}
