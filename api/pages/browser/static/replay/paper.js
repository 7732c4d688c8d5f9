/** The report of the audit: a page of paper a hand, with all that the audit says of it. Nothing of it is seen on the screen. */

import { gameOf } from "../games/index.js";
import { linesOf } from "../games/scores.js";
import { publicOrigin } from "../shared/address.js";
import { placeOf } from "../shared/contests/place.js";
import { k } from "../shared/contests/words.js";
import { HouseRules } from "../shared/house.js";
import { nameIn, sideIn, sidesOf } from "../shared/match.js";
import { agreedStakes, netsOf } from "../shared/stakes.js";
import { html } from "../shared/ui.js";
import { serviceLang } from "../shared/language.js";
import { textOf, w } from "../shared/words.js";
import { halvesOf, Rows, seedBy, seedsOf, sheetsOf } from "./sheet.js";
import { infractions, moment, proof, ruleText } from "./account.js";
import { r } from "./words.js";

/** @typedef {import("./store.js").Replay} Replay */
/** @typedef {import("../shared/types.js").MatchView} MatchView */
/** @typedef {import("../shared/types.js").ClaimView} ClaimView */
/** @typedef {import("../shared/types.js").Infraction} Infraction */
/** @typedef {import("../shared/types.js").Audit} Audit */
/** @typedef {import("../shared/types.js").Dispute} Dispute */
/** @typedef {{side: number, points: number, rule: string}} Item */
/**
 * @typedef {{replay: Replay, audit: Audit, view: MatchView, hand: number, from: number, to: number}} Part holds a hand and its
 *   versions
 */

/**
 * Number of lines of a hand in normal type. A hand with more is set smaller: more than the second number are in columns, more
 * than the third in the smallest type.
 */
const LONG = 14;
const LONGER = 30;
const LONGEST = 48;
/** Number of lines of a broken rule, which is a paragraph with the interpretation behind it. */
const LINES_OF_A_RULE = 6;
/** Number of letters of the last entry's hash. They tell it from any other. */
const HASH_SHOWN = 16;

/** @param {{replay: Replay, hands: number[]}} props */
export function Paper({ replay, hands }) {
  const audit = replay.audit.value;
  const view = replay.view.value;
  if (!audit || !view) return html`<p class="paper">${w.loading}</p>`;
  return html`<div class="paper">
    ${hands.map((hand) => html`<${PaperHand} key=${hand} part=${partOf(replay, audit, view, hand)} />`)}
  </div>`;
}

/**
 * A hand with its versions: from the first that is on its sheets to the one before the next hand.
 * @param {Replay} replay
 * @param {Audit} audit
 * @param {MatchView} view
 * @param {number} hand
 * @returns {Part}
 */
function partOf(replay, audit, view, hand) {
  const first = (/** @type {number} */ of) =>
    Math.min(
      ...sheetsOf(replay, of).flatMap((one) =>
        one.rows.flatMap((row) => (row.note ? [row.note.version] : row.cells.flatMap((cell) => (cell ? [cell.version] : [])))),
      ),
      view.version + 1,
    );
  return {
    replay,
    audit,
    view,
    hand,
    from: hand === 1 ? 1 : first(hand),
    to: hand === view.hand ? view.version : first(hand + 1) - 1,
  };
}

/** @param {{part: Part}} props */
function PaperHand({ part }) {
  const { replay, audit, view, hand } = part;
  const within = (/** @type {{version: number}} */ { version }) => part.from <= version && version <= part.to;
  const sheets = sheetsOf(replay, hand);
  const breaches = infractions(view).filter(within);
  const claims = view.claims.filter((one) => within({ version: one.at }));
  const items = /** @type {Item[]} */ (/** @type {any} */ (view.score.hands.find((one) => one.hand === hand))?.items ?? []);
  const facts = [
    ...pinsOf(part),
    ...onTimeOf(part),
    ...seedsOf(audit, hand).map(seedOf),
    ...audit.differences.filter(within).map((one) => textOf(one.text)),
    ...(audit.chain.intact ? [] : [r.chainBroken]),
  ];
  const lines =
    sheets.reduce((sum, one) => sum + one.rows.length, 0) +
    breaches.length +
    LINES_OF_A_RULE * new Set(breaches.map((one) => one.code)).size +
    2 * claims.length +
    new Set(items.map((one) => one.rule)).size +
    facts.length;
  return html`<section
    class=${`paper-hand ${lines > LONGEST ? "longer longest" : lines > LONGER ? "longer" : lines > LONG ? "long" : ""}`}
    data-paper=${hand}
  >
    <${Heading} part=${part} />
    <div class="columns">
      ${(lines > LONGER ? sheets.flatMap(halvesOf) : sheets).map((sheet, i) => html`<div key=${i}>
        <${Rows} replay=${replay} sheet=${sheet} isLinked=${false} />
      </div>`)}
    </div>
    <${Points} part=${part} items=${items} />
    ${view.stakes && hand === view.hand
      ? html`<p data-stakes><b>${w.stakes.title}.</b> ${agreedStakes(view.stakes)} ${netsOf(view) ?? w.stakes.open}</p>`
      : null}
    <h3>${r.rules}</h3>
    ${breaches.length === 0 ? html`<p>${r.noneBroken}</p>` : null}
    ${[...new Set(breaches.map((one) => one.code))].map((code) => html`<${Breaches}
      key=${code}
      replay=${replay}
      code=${code}
      infractions=${breaches.filter((one) => one.code === code)}
    />`)}
    ${claims.length > 0
      ? html`<h3>${r.claims}</h3>${claims.map((one) => html`<${Claim} key=${one.claim} part=${part} claim=${one} />`)}`
      : null}
    ${facts.length > 0
      ? html`<h3>${r.checked}</h3><ul data-checked>${facts.map((one) => html`<li key=${one}>${one}</li>`)}</ul>`
      : null}
    <footer>
      <p>
        ${audit.legend ? html`<span lang=${serviceLang}>${textOf(audit.legend)}</span> · ` : null}▲ ${r.won} · ✗ ${r.broken}
      </p>
      <p>
        ${r.record} ${replay.match} · ${r.play(audit.version)}
        ${audit.chain.head ? ` · ${audit.chain.head.slice(0, HASH_SHOWN)}` : ""} · ${publicOrigin()}
        ${location.pathname}
        ?step=
        ${Math.min(part.from, view.version)}
      </p>
    </footer>
  </section>`;
}

/** The championship, the game, the table and the day, and the players. @param {{part: Part}} props */
function Heading({ part: { replay, view, hand } }) {
  const occasion = replay.occasion.value;
  const opening = replay.opening.value;
  const table = opening?.table ?? occasion?.fixture.table ?? null;
  const about = [
    occasion ? placeOf(occasion.fixture) : "",
    table === null ? "" : k.table(table),
    opening ? moment(opening.recorded_at) : "",
    sidesOf(view)
      .map((side) => sideIn(view, side))
      .join(" – "),
  ];
  return html`<header>
    ${occasion ? html`<p><b>${occasion.championship}</b></p>` : null}
    <h2>${replay.ruleset.value ? textOf(replay.ruleset.value.title) : ""} · ${r.handOf(hand, view.hand)}</h2>
    <p>${about.filter(Boolean).join(" · ")}</p>
    <${HouseRules} book=${replay.ruleset.value} params=${view.params} house=${view.house} />
  </header>`;
}

/** The sources of the hand's points: a row a rule, a column a side. @param {{part: Part, items: readonly Item[]}} props */
function Points({ part: { replay, view }, items }) {
  if (items.length === 0) return null;
  const sides = sidesOf(view);
  const sum = (/** @type {string} */ rule, /** @type {number} */ side) =>
    items.filter((one) => one.rule === rule && one.side === side).reduce((all, one) => all + one.points, 0);
  return html`
    <h3>${r.arose}</h3>
    <table class="rows arose">
      <thead>
        <tr>
          ${sides.map((side) => html`<th key=${side} scope="col">${sideIn(view, side)}</th>`)}
          <th scope="col">${r.byRule}</th>
        </tr>
      </thead>
      <tbody>
        ${[...new Set(items.map((one) => one.rule))].map((rule) => html`<tr key=${rule} data-rule=${rule}>
          ${sides.map((side) => html`<td key=${side}>${sum(rule, side) || ""}</td>`)}
          <td>${ruleText(replay, rule)}</td>
        </tr>`)}
      </tbody>
    </table>
  `;
}

/**
 * The claim, its decision with the words of it, and the score with and without.
 *
 * @param {{part: Part, claim: ClaimView}} props
 */
function Claim({ part: { replay, audit, view }, claim }) {
  const ruling = audit.rulings.find((one) => one.claim === claim.claim);
  const dispute = replay.disputes.value.get(claim.claim);
  return html`<p data-claim=${claim.claim}>
    <b>${w.claim.status[claim.status]}.</b> ${w.claim.says(replay.name(claim.by), w.claim.kinds[claim.kind] ?? claim.kind, replay.name(claim.against))} (
    ${r.play(claim.at)}
    ).
    ${ruling
      ? ` ${r.rulingSays(ruling.reason, ruling.version)}`
      : claim.ruled_at === null
        ? ""
        : ` ${r.decidedByLog(claim.ruled_at)}`}
    ${dispute ? ` ${withAndWithout(view, dispute)}` : ""}
  </p>`;
}

/**
 * The object of a claim in figures: the lines of the score that it changes.
 * @param {MatchView} view
 * @param {Dispute} dispute
 */
function withAndWithout(view, { score_with, score_without }) {
  const lines = (/** @type {Dispute["score_with"]} */ { score, result }) =>
    linesOf(/** @type {any} */ ({ ...view, score, result }));
  const [ifUpheld, ifRejected] = [lines(score_with), lines(score_without)];
  const changes = ifUpheld.filter(([label, values], n) => ifRejected[n]?.[0] !== label || ifRejected[n][1] !== values);
  if (changes.length === 0 || !gameOf(view.ruleset)) return w.change.same;
  const figures = (/** @type {[string, string][]} */ all) =>
    all
      .filter(([label]) => changes.some(([one]) => one === label))
      .map(([label, values]) => `${label} ${values}`)
      .join(", ");
  return `${r.upheld}: ${figures(ifUpheld)}. ${r.rejected}: ${figures(ifRejected)}.`;
}

/**
 * The PINs of the sides with their givers, on the page of the hand in which they were given. Those from before the first hand
 * are on the first page.
 * @param {Part} part
 */
const pinsOf = ({ audit, view, hand, from, to }) =>
  audit.pins
    .filter(({ version }) => (hand === 1 || from <= version) && version <= to)
    .map(({ side, by, version, reason }) => [r.pin(sideIn(view, side), r.pinBy[by], version), reason].filter(Boolean).join(": "));

/**
 * The sentence about an end on time in this hand, with the seconds that were left.
 * @param {Part} part
 */
const onTimeOf = ({ audit: { ended_on_time: ending }, from, to }) =>
  ending && from <= ending.version && ending.version <= to ? [textOf(ending.text)] : [];

/** @param {Audit["seeds"][number]} seed */
const seedOf = (seed) =>
  seed.version === 1
    ? (seed.fits ? r.dealerFits : r.dealerFails)(seed.seed)
    : `${(seed.fits ? r.seedFits : r.seedFails)(seed.seed, seed.version)}. ${seedBy(seed)}`;

/**
 * A rule once with the interpretation behind it, and all events that broke it.
 * @param {{replay: Replay, code: string, infractions: Infraction[]}} props
 */
function Breaches({ replay, code, infractions }) {
  const clause = replay.clause(code);
  return html`<div class="breaches">
    <p><span lang=${serviceLang}>${clause ? textOf(/** @type {any} */ (clause)) : ""}</span> <small><code>${code}</code></small></p>
    ${clause?.ruling ? html`<p><b>${r.rulingOf}:</b> <span lang=${serviceLang}>${textOf(clause.ruling)}</span></p>` : null}
    <ul>
      ${infractions.map((one) => html`<li key=${`${one.version}${one.seat}`}>
        <b>${nameIn(/** @type {MatchView} */ (replay.view.value), one.seat)}</b>
        , ${r.play(one.version)}
        . ${r.status[one.status]}
        ${one.proven_at !== null && one.proven_at !== one.version ? ` (${r.play(one.proven_at)})` : ""}
        . ${proof(replay, one)}
      </li>`)}
    </ul>
  </div>`;
}
