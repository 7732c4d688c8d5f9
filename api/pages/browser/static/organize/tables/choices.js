/**
 * The agreements of a match before it is opened, which then stay: the devices that confirm, the devices that record, the
 * treatment of a card against the rules.
 */

import { Chips, html } from "../../shared/ui.js";
import { Check } from "../form.js";
import { NO_STAKES, StakesFields, stakesOf } from "../stakes.js";
import { TimingFields, timingOf, UNTIMED } from "../timing.js";
import { o } from "../words.js";

/** @typedef {"record" | "strict"} Enforcement */
/** @typedef {"at_once" | "hand_end"} InfractionsTime */
/**
 * @typedef {{
 *   confirms: boolean,
 *   ownTablets: boolean,
 *   enforcement: Enforcement,
 *   infractions: InfractionsTime,
 *   dealer: number | null,
 *   timing: import("../timing.js").TimingForm,
 *   stakes: import("../stakes.js").StakesForm,
 * }} Agreement
 */

const ENFORCEMENTS = /** @type {const} */ (["record", "strict"]);
const SHOWN = /** @type {const} */ (["at_once", "hand_end"]);

/** The usual agreements. @type {Agreement} */
export const USUAL = {
  confirms: false,
  ownTablets: false,
  enforcement: "record",
  infractions: "at_once",
  dealer: null,
  timing: UNTIMED,
  stakes: NO_STAKES,
};

/**
 * The body that opens the match of a fixture with these agreements. It leaves out the usual ones.
 * @param {string} fixture
 * @param {Agreement} agreed
 */
export const openingOf = (fixture, { confirms, ownTablets, enforcement, infractions, dealer, timing, stakes }) => ({
  fixture,
  ...(confirms ? { confirm: "sides" } : {}),
  ...(ownTablets ? { player_input: true } : {}),
  ...(enforcement === USUAL.enforcement ? {} : { enforcement }),
  ...(infractions === USUAL.infractions ? {} : { infractions_shown: infractions }),
  ...(dealer === null ? {} : { first_dealer: dealer }),
  ...timingOf(timing),
  ...stakesOf(stakes),
});

/**
 * The two agreements that are asked for often, and a fold with the others.
 *
 * @param {{
 *   agreement: Agreement,
 *   set: (agreement: Agreement) => void,
 *   of?: string,
 *   turns?: boolean,
 *   timing?: import("openapi").AgreedTime | null,
 *   children?: any,
 * }} props `of`: the prefix of the fields' names, if there are others of that name; `turns`: true if turns are timed here,
 *   since the game does not time its own; `timing`: the clock of the contest, which holds for an empty field; `children`: more
 *   of the rare fields
 */
export function Agreements({ agreement, set, of = "", turns = true, timing = null, children }) {
  const change = (/** @type {Partial<Agreement>} */ more) => set({ ...agreement, ...more });
  return html`
    <${Check}
      label=${o.fixtures.confirm}
      hint=${o.fixtures.confirmHint}
      input=${`${of}confirm`}
      value=${agreement.confirms}
      set=${(/** @type {boolean} */ confirms) => change({ confirms })}
    />
    <${Check}
      label=${o.seats.own}
      hint=${o.seats.ownHint}
      input=${`${of}player_input`}
      value=${agreement.ownTablets}
      set=${(/** @type {boolean} */ ownTablets) => change({ ownTablets })}
    />
    <details data-open=${`${of}agreed`}>
      <summary>${o.options}</summary>
      <div class="form">
        ${children}
        <${Chips}
          legend=${o.agreed.enforcement}
          input=${`${of}enforcement`}
          value=${agreement.enforcement}
          choose=${(/** @type {Enforcement} */ enforcement) => change({ enforcement })}
          options=${ENFORCEMENTS.map((value) => ({ value, label: o.agreed.enforcements[value] }))}
        />
        <p class="hint">${o.agreed.enforcementMeans[agreement.enforcement]}</p>
        <${Chips}
          legend=${o.agreed.shown}
          input=${`${of}infractions_shown`}
          value=${agreement.infractions}
          choose=${(/** @type {InfractionsTime} */ infractions) => change({ infractions: infractions })}
          options=${SHOWN.map((value) => ({ value, label: o.agreed.showns[value] }))}
        />
        <p class="hint">${o.agreed.shownMeans}</p>
        <${TimingFields}
          form=${agreement.timing}
          set=${(/** @type {Agreement["timing"]} */ clock) => change({ timing: clock })}
          of=${of}
          turns=${turns}
          fallback=${timing}
        />
        <${StakesFields} stakes=${agreement.stakes} set=${(/** @type {Agreement["stakes"]} */ stakes) => change({ stakes: stakes })} of=${of} />
      </div>
    </details>
  `;
}
