/** The matches and their places: those in play and those that can begin, each with its table and its QR code. */

import { useState } from "preact/hooks";
import { k } from "../../shared/contests/words.js";
import { html } from "../../shared/ui.js";
import { waitOf } from "../play/wait.js";
import { ChooseContest, ToRounds } from "../play/contest.js";
import { later } from "../later.js";
import { ofMatches, Papers } from "../papers.js";
import { moment, o } from "../words.js";
import { FixtureSheet } from "./fixture.js";
import { FixtureList } from "./list.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../../shared/types.js").Fixture} Fixture */

export const MANY = later(() => import("./many.js").then((module) => module.Many));

const STATES = /** @type {const} */ (["open", "pending"]);

/** @param {{store: Store}} props */
export function Fixtures({ store }) {
  const contest = store.contest.value;
  const [choice, setChoice] = useState(/** @type {string | null} */ (null));
  const all = contest?.fixtures ?? [];
  const fixture = all.find((one) => one.id === choice);
  const waits = store.view.value?.discipline?.no_show_minutes;
  const withoutHour = all.filter((one) => one.state === "pending" && !one.starts_at).length;
  return html`
    <${ChooseContest} store=${store} />
    <${ToRounds} contest=${contest} />
    ${waits && withoutHour > 0 ? html`<p class="hint" data-missing="hours">${o.fixtures.noHours(waits, withoutHour)}</p>` : null}
    ${STATES.map((state) => html`<${Group}
      key=${state}
      state=${state}
      fixtures=${all.filter((one) => one.state === state)}
      now=${store.api.time.now() ?? Date.now()}
      open=${setChoice}
    />`)}
    ${contest && !all.some((one) => one.state === "open" || one.state === "pending")
      ? html`<p class="hint">${o.fixtures.none}</p>`
      : null}
    ${contest ? html`<${MANY.component} key=${contest.id} store=${store} contest=${contest} />` : null}
    ${contest ? html`<${Papers} papers=${ofMatches(contest)} />` : null}
    ${fixture ? html`<${FixtureSheet} key=${fixture.id} store=${store} fixture=${fixture} close=${() => setChoice(null)} />` : null}
  `;
}

/**
 * @param {{state: string, fixtures: readonly Fixture[], now: number, open: (id: string) => void}} props `now`: the time in ms,
 *   by the service's clock
 */
function Group({ state, fixtures, now, open }) {
  if (fixtures.length === 0) return null;
  return html`<section data-group=${state}>
    <h3>${k.states[state]} <small>${fixtures.length}</small></h3>
    <${FixtureList}
      fixtures=${fixtures}
      detail=${(/** @type {Fixture} */ one) => (one.starts_at ? [moment(one.starts_at), waitOf(one, now, one.starts_at)] : [])}
      open=${open}
    />
  </section>`;
}
