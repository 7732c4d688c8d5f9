/** The match of a board: opened for those of the line-ups, or for members who are tapped; then the way to its table. */

import { useState } from "preact/hooks";
import { displayName } from "../../shared/contests/people.js";
import { Chips, html } from "../../shared/ui.js";
import { Decision } from "../play/decision.js";
import { timesItself, useRulebook } from "../play/reads.js";
import { p } from "../play/words.js";
import { Agreements, openingOf, USUAL } from "../tables/choices.js";
import { o } from "../words.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../../shared/types.js").Fixture} Fixture */
/** @typedef {import("../../shared/types.js").MatchView} MatchView */
/** @typedef {import("openapi").BoardView} BoardView */
/** @typedef {{store: Store, fixture: Fixture, board: BoardView}} Props */
/** @typedef {{team: number, n: number}} Place the nth place of a team at a board */

/** @param {Props} props */
export function BoardMatch({ store, fixture, board }) {
  if (board.match)
    return html`<a class="button" href=${`/table/${board.match}`} target="_blank" rel="noopener" data-action="table">${p.results.goTable}</a>`;
  if (board.players || board.hand) return html`<${OpenBoard} store=${store} fixture=${fixture} board=${board} />`;
  return html`<${OpenForMembers} store=${store} fixture=${fixture} board=${board} />`;
}

/** @param {Props & {seats?: readonly {player: string}[]}} props `seats`: who sits there, where the line-ups do not say */
function OpenBoard({ store, fixture, board, seats }) {
  const [agreement, setAgreement] = useState(USUAL);
  const book = useRulebook(store, board.ruleset);
  const body = { ...openingOf(fixture.id, agreement), board: board.board, ...(seats ? { seats } : {}) };
  const told = (/** @type {MatchView} */ view) =>
    view.dealer === null ? o.agreed.ready : o.agreed.deals(store.name(view.seats[view.dealer]));
  return html`<div class="panel" data-opening>
    <p>${o.fixtures.opening}</p>
    <${Agreements} agreement=${agreement} set=${setAgreement} turns=${!timesItself(book)} />
    <${Decision}
      store=${store}
      request=${{ method: "POST", path: "/v1/matches", body }}
      contest=${null}
      confirm=${o.fixtures.open}
      action="open-match"
      tells=${told}
      onDone=${() => undefined}
    />
  </div>`;
}

/** @param {Props} props */
function OpenForMembers({ store, fixture, board }) {
  const places = fixture.entrants.flatMap((_, team) => Array.from({ length: board.per_team }, (__, n) => ({ team, n })));
  const [chosen, setChosen] = useState(/** @type {Record<string, string>} */ ({}));
  const keyOf = (/** @type {Place} */ { team, n }) => `${team}.${n}`;
  const playing = (fixture.boards ?? []).filter((one) => one.state === "open").flatMap((one) => (one.players ?? []).flat());
  const taken = (/** @type {string} */ id, /** @type {Place} */ place) =>
    playing.some((one) => one.id === id) || places.some((other) => keyOf(other) !== keyOf(place) && chosen[keyOf(other)] === id);
  const free = (/** @type {Place} */ place) => (fixture.entrants[place.team]?.players ?? []).filter(({ id }) => !taken(id, place));
  // The teams sit by turns, so that partners sit across.
  const inTurn = [...places].sort((one, other) => one.n - other.n || one.team - other.team);
  const seats = inTurn.map((one) => ({ player: chosen[keyOf(one)] ?? "" }));
  return html`
    <div class="form" data-seats=${board.board}>
      ${places.map((one) => html`<${Chips}
        key=${keyOf(one)}
        legend=${store.name(fixture.entrants[one.team])}
        input=${`seat.${keyOf(one)}`}
        value=${chosen[keyOf(one)] ?? null}
        choose=${(/** @type {string} */ id) => setChosen({ ...chosen, [keyOf(one)]: id })}
        options=${free(one).map((somebody) => ({ value: somebody.id, label: displayName(somebody) }))}
      />`)}
    </div>
    ${seats.every((one) => one.player)
      ? html`<${OpenBoard} key=${JSON.stringify(seats)} store=${store} fixture=${fixture} board=${board} seats=${seats} />`
      : null}
  `;
}
