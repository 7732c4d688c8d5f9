/** A form that opens a table for a match. It shows the seats and the first dealer before. */

import { useEffect, useState } from "preact/hooks";
import { AgreedTime } from "../../shared/timing.js";
import { Chips, html } from "../../shared/ui.js";
import { Decision, useTrial } from "../play/decision.js";
import { timesItself, useRulebook } from "../play/reads.js";
import { o } from "../words.js";
import { Agreements, openingOf, USUAL } from "./choices.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../../shared/types.js").Fixture} Fixture */
/** @typedef {import("../../shared/types.js").MatchView} MatchView */

const MATCHES = "/v1/matches";

/** @param {{store: Store, fixture: Fixture}} props */
export function OpenTable({ store, fixture }) {
  const [agreement, setAgreement] = useState(USUAL);
  const hasDealer = useDealing(store, fixture);
  const seats = useSeats(store, fixture);
  const book = useRulebook(store, store.contest.value?.ruleset ?? null);
  const request = { method: /** @type {const} */ ("POST"), path: MATCHES, body: openingOf(fixture.id, agreement) };
  const first = (/** @type {MatchView} */ { dealer, seats: sit }) =>
    !hasDealer ? o.agreed.ready : dealer === null ? o.agreed.dealtByLot : o.agreed.deals(store.name(sit[dealer]));
  return html`<div class="panel" data-opening>
    <p>${o.fixtures.opening}</p>
    <${AgreedTime} timing=${store.contest.value?.timing} />
    <${Agreements} agreement=${agreement} set=${setAgreement} turns=${!timesItself(book)} timing=${store.contest.value?.timing}>
      ${hasDealer && seats.length > 0
        ? html`<${Chips}
            legend=${o.agreed.dealer}
            input="first_dealer"
            value=${agreement.dealer}
            choose=${(/** @type {number | null} */ dealer) => setAgreement({ ...agreement, dealer })}
            options=${[{ value: null, label: o.agreed.anyDealer }, ...seats.map((one) => ({ value: one.seat, label: store.name(one) }))]}
          />`
        : null}
    <//>
    <${Decision}
      store=${store}
      request=${request}
      contest=${null}
      confirm=${o.fixtures.open}
      action="open-match"
      tells=${first}
      onDone=${() => undefined}
    />
  </div>`;
}

/**
 * The players of the seats; [] until they are known.
 * @param {Store} store
 * @param {Fixture} fixture
 */
function useSeats(store, fixture) {
  const { answer } = useTrial(store, { method: "POST", path: MATCHES, body: openingOf(fixture.id, USUAL) });
  return /** @type {MatchView["seats"]} */ (answer?.seats ?? []);
}

/**
 * True if this game has a dealer. The service says so if the first dealer is named.
 * @param {Store} store
 * @param {Fixture} fixture
 */
function useDealing(store, fixture) {
  const [deals, setDeals] = useState(false);
  useEffect(() => void store.tries("POST", MATCHES, openingOf(fixture.id, { ...USUAL, dealer: 0 })).then(setDeals), [fixture.id]);
  return deals;
}
