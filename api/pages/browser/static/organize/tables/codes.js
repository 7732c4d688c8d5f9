/** The codes of many tables, and of the players with tablets of their own. They are made at once and printed in one go. */

import { useState } from "preact/hooks";
import { publicOrigin } from "../../shared/address.js";
import { versus } from "../../shared/contests/people.js";
import { html } from "../../shared/ui.js";
import { RefusalNote, useDecision } from "../form.js";
import { contestName } from "../play/contest.js";
import { timesItself, useRulebook } from "../play/reads.js";
import { o } from "../words.js";
import { Agreements, openingOf, USUAL } from "./choices.js";
import { seatKey, tableKey } from "./key.js";
import { asOpened } from "./opening.js";
import { printSheets } from "./paper.js";
import { ALL, ofPlace, Which } from "./timetable.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../../shared/types.js").Fixture} Fixture */
/** @typedef {import("./paper.js").TableSheet} TableSheet */

/** @param {{store: Store, contest: import("../store.js").Contest, fixtures: readonly Fixture[]}} props */
export function Codes({ store, contest, fixtures }) {
  const [place, setPlace] = useState(ALL);
  const [agreement, setAgreement] = useState(USUAL);
  const [sheets, setSheets] = useState(/** @type {TableSheet[]} */ ([]));
  const [at, setAt] = useState(/** @type {Fixture | null} */ (null));
  const [working, setWorking] = useState(false);
  const decision = useDecision(store);
  const book = useRulebook(store, contest.ruleset);
  const choose = (/** @type {string} */ other) => {
    setPlace(other);
    setSheets([]);
  };
  const ofThisPlace = ofPlace(fixtures, place);
  const withoutMatch = ofThisPlace.filter((one) => !one.match);
  const open = (/** @type {Fixture} */ fixture, dry = false) =>
    decision.send("POST", "/v1/matches", openingOf(fixture.id, agreement), { dry });
  const address = (/** @type {string} */ match, /** @type {{token: string}} */ key) =>
    `${publicOrigin()}/table/${match}#token=${key.token}`;

  /** @param {Fixture} fixture */
  const ofTable = async (fixture) => {
    const match = fixture.match ?? (await open(fixture))?.id;
    const key = match && (await decision.send("POST", "/v1/tokens", tableKey(match)));
    if (!key) return null;
    const papers = /** @type {TableSheet[]} */ ([{ fixture, address: address(match, key), until: key.expires }]);
    const opening = await asOpened(store, match);
    for (const one of opening?.ownTablets ? opening.view.seats : []) {
      const own = await decision.send("POST", "/v1/tokens", seatKey(match, one.seat));
      if (!own) return null;
      papers.push({ fixture, address: address(match, own), until: own.expires, player: store.name(one) });
    }
    return papers;
  };
  const all = async () => {
    // The page opens none of them if the service would refuse one.
    for (const fixture of withoutMatch) {
      setAt(fixture);
      if (!(await open(fixture, true))) return;
    }
    for (const fixture of ofThisPlace) {
      setAt(fixture);
      const papers = await ofTable(fixture);
      if (!papers) return;
      setSheets((before) => [...before, ...papers]);
    }
    setAt(null);
  };
  const make = async () => {
    setWorking(true);
    setSheets([]);
    await all();
    await store.reload();
    setWorking(false);
  };
  const print = () => printSheets(`${store.view.value?.name ?? ""} · ${contestName(store, contest)}`, sheets);
  return html`<details class="panel" data-open="codes">
    <summary>${o.many.codes}</summary>
    <div class="form">
      <p>${o.many.codesMean}</p>
      <${Which} fixtures=${fixtures} input="codes.round" place=${place} choose=${choose} />
      ${withoutMatch.length > 0 && sheets.length === 0
        ? html`
            <p class="hint">${o.many.opens(withoutMatch.length)}</p>
            <${Agreements} agreement=${agreement} set=${setAgreement} of="codes." turns=${!timesItself(book)} timing=${contest.timing} />
          `
        : null}
      ${decision.refusal && at ? html`<p><b>${versus(at.entrants)}</b></p>` : null}
      <${RefusalNote} refusal=${decision.refusal} />
      ${sheets.length > 0 ? html`<p class="good" role="status">${o.many.made(sheets.length)}</p>` : null}
      <div class="controls">
        ${sheets.length > 0 && !working
          ? html`<button type="button" class="main" data-action="print-codes" onClick=${print}>
              ${o.many.print(sheets.length)}
            </button>`
          : html`<button
              type="button"
              class="main"
              data-action="make-codes"
              disabled=${working || ofThisPlace.length === 0}
              onClick=${make}
            >${o.many.make}</button>`}
      </div>
    </div>
  </details>`;
}
