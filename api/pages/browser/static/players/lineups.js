/** The line-ups of a player's own team, which any member gives with their own key before an encounter. */

import { useEffect, useState } from "preact/hooks";
import { Api, Problem, Unreachable } from "../shared/api.js";
import { seatLines } from "../shared/contests/boards.js";
import { versus } from "../shared/contests/people.js";
import { placeOf } from "../shared/contests/place.js";
import { k } from "../shared/contests/words.js";
import { newKey } from "../shared/keys.js";
import { serviceLanguage } from "../shared/language.js";
import { ownEncounters } from "../shared/lineup/own.js";
import { bodyOf, LineupFields, lineupState } from "../shared/lineup/seats.js";
import { l } from "../shared/lineup/words.js";
import { rightsOf } from "../shared/rights.js";
import { html, pieces } from "../shared/ui.js";
import { capital, textOf } from "../shared/words.js";

/** @import * as openapi from "openapi" */
/** @typedef {import("../shared/lineup/own.js").Encounter} Encounter */
/** @typedef {import("../shared/lineup/seats.js").Seats} Seats */
/** @typedef {ReadonlyMap<string, import("../shared/types.js").Text>} Titles */

/**
 * @param {{token: string, now: {titles: Titles}}} props `token`: the player's own; `now`: what the page shows, read anew now and
 *   then
 */
export function OwnLineups({ token, now }) {
  const [encounters, setEncounters] = useState(/** @type {Encounter[] | null} */ (null));
  const [says, setSays] = useState("");
  const api = new Api(token, serviceLanguage);
  const read = async () => {
    try {
      const own = await rightsOf(api);
      if (own) setEncounters(await ownEncounters(api, own));
      setSays(own ? "" : l.wrongKey);
    } catch (error) {
      setSays(wordsOf(error));
    }
  };
  useEffect(() => void read(), [now]);
  return html`<section class="part no-print" data-part="lineups">
    <h2>${l.own}</h2>
    ${says ? html`<p class="hint" role="status">${says}</p>` : null}
    ${encounters === null && !says ? html`<p role="status">${k.opening}</p>` : null}
    ${encounters?.length === 0 ? html`<p class="hint">${l.none}</p>` : null}
    ${encounters?.length ? html`<p class="hint">${l.together}</p>` : null}
    ${(encounters ?? []).map((one, n) => html`<${OneEncounter}
      key=${`${one.fixture.id} ${lineupState(one.fixture, one.team.id)}`}
      api=${api}
      encounter=${one}
      isFirst=${n === 0}
      titles=${now.titles}
      onDone=${read}
    />`)}
  </section>`;
}

/**
 * An encounter, folded unless it is the first: a league has many.
 * @param {{api: Api, encounter: Encounter, isFirst: boolean, titles: Titles, onDone: () => Promise<void>}} props
 */
function OneEncounter({ api, encounter: { fixture, team, rival }, isFirst, titles, onDone }) {
  const [seats, setSeats] = useState(/** @type {Seats} */ ([]));
  const [says, setSays] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const state = lineupState(fixture, team.id);
  const boards = fixture.boards ?? [];
  const body = bodyOf(boards, seats);
  const path = `/v1/fixtures/${fixture.id}/lineups/${team.id}`;
  const send = async (/** @type {"PUT" | "DELETE"} */ method, /** @type {string} */ address, /** @type {object} */ more) => {
    setIsBusy(true);
    try {
      await api.decide(method, address, { key: newKey(), ...more });
      setSays("");
      await onDone();
    } catch (error) {
      setSays(wordsOf(error));
    } finally {
      setIsBusy(false);
    }
  };
  const titleOf = (/** @type {openapi.BoardView} */ board) => {
    const title = titles.get(board.ruleset);
    return board.name ?? (title ? textOf(title) : board.ruleset);
  };
  return html`<details class="encounter" data-encounter=${fixture.id} data-state=${state} open=${isFirst}>
    <summary><b>${versus([team, rival])}</b> <small>${placeOf(fixture)}</small></summary>
    <p data-told>${l.of(team.name ?? "")}: ${l.states[state]}</p>
    ${state === "shown"
      ? html`<p>${pieces(seatLines(fixture))}</p>`
      : html`
          ${state === "hidden" ? html`<p class="hint">${l.instead}</p>` : null}
          <${LineupFields} boards=${boards} members=${team.players ?? []} seats=${seats} set=${setSeats} titleOf=${titleOf} />
          ${says ? html`<p class="bad" role="alert" data-refused>${says}</p>` : null}
          <div class="controls">
            <button
              type="button"
              class="main"
              data-action="give-lineup"
              disabled=${!body || isBusy}
              onClick=${() => send("PUT", path, { body })}
            >${l.give}</button>
            ${state === "hidden"
              ? html`<button
                  type="button"
                  data-action="take-lineup"
                  disabled=${isBusy}
                  onClick=${() => send("DELETE", `${path}?${new URLSearchParams({ reason: l.reason })}`, {})}
                >${l.take}</button>`
              : null}
          </div>
        `}
  </details>`;
}

/**
 * The reason why something did not come, in the reader's words. Throws what is neither an answer nor the lack of one.
 * @param {unknown} error
 */
function wordsOf(error) {
  if (error instanceof Problem) return capital(error.message);
  if (error instanceof Unreachable) return k.noAnswer;
  throw error;
}
