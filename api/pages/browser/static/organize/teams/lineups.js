/** The line-ups of an encounter at the desk: given for each team, given again, taken back; nobody reads one before both are given. */

import { useState } from "preact/hooks";
import { bodyOf, LineupFields, lineupState } from "../../shared/lineup/seats.js";
import { l } from "../../shared/lineup/words.js";
import { html } from "../../shared/ui.js";
import { Rules } from "../play/changes.js";
import { Decision, Reason } from "../play/decision.js";
import { t } from "./words.js";

/** @typedef {import("../play/result.js").Props} Props */
/** @typedef {import("../../shared/types.js").Somebody} Somebody */
/** @typedef {import("../../shared/lineup/seats.js").Seats} Seats */

/**
 * Each team with the state of its line-up, while it can be given, taken back, or waits for nothing any more.
 * @param {{fixture: import("../../shared/types.js").Fixture, hasBegun: boolean, open: (team: Somebody) => void}} props
 */
export function Lineups({ fixture, hasBegun, open }) {
  const states = fixture.entrants.map((team) => lineupState(fixture, team.id));
  if (hasBegun && !states.includes("hidden")) return null;
  return html`<section class="form" data-lineups>
    <h3>${l.title}</h3>
    <p class="hint">${hasBegun ? t.lineups.tooLate : l.together}</p>
    <div class="list lines">
      ${fixture.entrants.map((team, n) => html`<button
        type="button"
        key=${team.id}
        data-lineup=${team.id}
        data-state=${states[n]}
        disabled=${hasBegun && states[n] !== "hidden"}
        onClick=${() => open(team)}
      >
        <b>${l.of(team.name ?? "")}</b>
        <small>${l.states[states[n]]}</small>
      </button>`)}
    </div>
  </section>`;
}

/** @param {Props & {team: Somebody, hasBegun: boolean, titleOf: (board: import("openapi").BoardView) => string}} props */
export function LineupForm({ store, contest, fixture, tables, team, hasBegun, titleOf, onDone }) {
  const state = lineupState(fixture, team.id);
  const [seats, setSeats] = useState(/** @type {Seats} */ ([]));
  const [back, setBack] = useState(hasBegun || state === "shown");
  const [reason, setReason] = useState(t.lineups.reasons[0]);
  const boards = fixture.boards ?? [];
  const body = bodyOf(boards, seats);
  const path = `/v1/fixtures/${fixture.id}/lineups/${team.id}`;
  const name = team.name ?? "";
  const isSecond = fixture.entrants.some((one) => one.id !== team.id && lineupState(fixture, one.id) === "hidden");
  return html`
    <h3 data-lineup-open=${team.id} data-state=${state}>${l.of(name)}: ${l.states[state]}</h3>
    ${back
      ? html`
          ${state === "shown" ? html`<p>${t.lineups.both}</p>` : null}
          <${Decision}
            key="back"
            store=${store}
            request=${reason.trim() ? { method: "DELETE", path, query: { reason: reason.trim() } } : null}
            contest=${contest}
            tables=${tables}
            confirm=${state === "shown" ? t.lineups.takeBoth : l.take}
            action="take-lineup"
            danger=${true}
            onDone=${() => onDone(state === "shown" ? t.lineups.bothTaken : l.taken(name))}
          ><${Reason} reasons=${t.lineups.reasons} value=${reason} set=${setReason} /><//>
        `
      : html`
          ${state === "hidden" ? html`<p class="hint">${l.instead}</p>` : null}
          <${LineupFields} boards=${boards} members=${team.players ?? []} seats=${seats} set=${setSeats} titleOf=${titleOf} />
          <${Rules} store=${store} codes=${["teams.encounter"]} />
          <${Decision}
            key="give"
            store=${store}
            request=${body ? { method: "PUT", path, body } : null}
            contest=${contest}
            tables=${tables}
            confirm=${l.give}
            action="give-lineup"
            onDone=${() => onDone(isSecond ? l.opened : l.given(name))}
          />
        `}
    ${state === "hidden" && !hasBegun
      ? html`<div class="controls">
          <button type="button" class="quiet" data-action=${back ? "again" : "take"} onClick=${() => setBack(!back)}>
            ${back ? l.give : l.take}
          </button>
        </div>`
      : null}
  `;
}
