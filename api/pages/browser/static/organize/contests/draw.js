/**
 * A draw: by the service, by words that anyone can check, or by lots on the table. The page shows the outcome before the draw
 * is made.
 */

import { useEffect, useState } from "preact/hooks";
import { k } from "../../shared/contests/words.js";
import { versus } from "../../shared/contests/people.js";
import { placeOf } from "../../shared/contests/place.js";
import { Chips, html } from "../../shared/ui.js";
import { Field, RefusalNote, useDecision } from "../form.js";
import { LOTS } from "../later.js";
import { isRedrawn } from "../play/contest.js";
import { o } from "../words.js";

/** @import * as api from "openapi" */
/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../store.js").Contest} Contest */
/** @typedef {import("./entrants.js").Side} Side */
/** @typedef {"service" | "seed" | "lots"} Way */
/** @typedef {{way: Way, seed: string, order: Side[]}} Drawing */

const WAYS = /** @type {Way[]} */ (["service", "seed", "lots"]);
const PAUSE_MS = 300;

/** @type {Drawing} */
export const UNDRAWN = { way: "service", seed: "", order: [] };

/**
 * The body of a draw; null while it is not complete.
 * @param {Drawing} drawing
 * @param {Side[]} sides
 */
export function drawBody({ way, seed, order }, sides) {
  if (way === "seed") return seed.trim() === "" ? null : { seed: seed.trim() };
  if (way === "lots") return order.length < sides.length ? null : { order: order.map(entrantOf) };
  return {};
}

/**
 * An entrant in the form of the service: a person, or the two of a pair.
 * @param {Side} side
 */
export const entrantOf = (side) => (side.length === 1 ? side[0] : side);

/**
 * @param {{
 *   drawing: Drawing,
 *   set: (drawing: Drawing) => void,
 *   players: readonly {id: string, name: string | null}[],
 *   sides: Side[],
 * }} props
 */
export const HowDrawn = ({ drawing, set, players, sides }) => html`
  <${Chips}
    legend=${o.draw.how}
    input="draw"
    value=${drawing.way}
    choose=${(/** @type {Way} */ way) => set({ ...drawing, way, order: [] })}
    options=${WAYS.map((value) => ({ value, label: o.draw.ways[value] }))}
  />
  <p class="hint">${o.draw.hints[drawing.way]}</p>
  ${drawing.way === "seed"
    ? html`<${Field}
        label=${o.draw.seed}
        input="seed"
        value=${drawing.seed}
        set=${(/** @type {string} */ seed) => set({ ...drawing, seed })}
        hint=${o.draw.seedHint}
        maxlength="200"
      />`
    : null}
  ${drawing.way === "lots"
    ? html`<${LOTS.component}
        players=${players}
        sides=${sides}
        order=${drawing.order}
        set=${(/** @type {Side[]} */ order) => set({ ...drawing, order })}
      />`
    : null}
`;

/**
 * The outcome of a draw. It asks the service a moment after the last touch, and tells the caller if the draw can be made.
 *
 * @param {{store: Store, path: string, body: object | null, isKnown: boolean, ready: (ready: boolean) => void}} props `isKnown`:
 *   true if the draw is settled already, and its pairings can be shown
 */
export function Preview({ store, path, body, isKnown, ready }) {
  const decision = useDecision(store);
  const [trial, setTrial] = useState(/** @type {Contest | null} */ (null));
  const request = JSON.stringify(body);
  useEffect(() => {
    ready(false);
    setTrial(null);
    if (!body) return;
    const timer = setTimeout(async () => {
      const contest = await decision.send("POST", path, body, { dry: true });
      setTrial(contest);
      ready(contest !== null);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [path, request]);
  return html`<div class="preview" aria-live="polite">
    <${RefusalNote} refusal=${decision.refusal} />
    ${trial
      ? html`<div data-preview>
          <p>
            <b>${o.draw.comes(trial.entrants.length, trial.entrants.some((one) => (one.players ?? []).length > 0))}</b> ${matchCounts(trial)}
          </p>
          ${isKnown ? html`<${Rounds} contest=${trial} />` : null}
        </div>`
      : null}
  </div>`;
}

/**
 * The number of matches of each kind, in words; of a contest in stages those of the first.
 * @param {Contest} contest
 * @returns {string}
 */
function matchCounts(contest) {
  const [first] = contest.options?.stages ?? [];
  if (first) return matchCounts({ ...contest, options: /** @type {Contest["options"]} */ (first) });
  if (contest.fixtures.some((one) => one.kind === "knockout")) {
    // Later rounds have no fixtures yet: every entrant but the winner loses once.
    const sides = contest.entrants.length;
    return o.draw.knockout(sides - 1 + (contest.options?.third_place ? 1 : 0), Math.ceil(Math.log2(sides)));
  }
  if (isRedrawn(contest.options)) return o.draw.redrawn(contest.options?.lives ?? 1);
  if (contest.options?.round_count) return o.draw.inRounds(contest.options.round_count);
  const kinds = [...new Set(contest.fixtures.map((one) => one.kind))];
  return kinds
    .map((kind) => {
      const own = contest.fixtures.filter((one) => one.kind === kind);
      const groups = new Set(own.map((one) => one.group)).size;
      return o.draw.matches(k.kinds[kind], own.length, new Set(own.map((one) => one.round)).size, own[0].group ? groups : 0);
    })
    .join(" ");
}

/**
 * The pairings, round by round or group by group.
 * @param {{contest: Contest}} props
 */
export function Rounds({ contest }) {
  const places = [...new Set(contest.fixtures.map((one) => placeOf(one)))];
  return html`<div class="rounds">
    ${places.map(
      (place) => html`<section key=${place}>
        <h4>${place}</h4>
        <ul>${contest.fixtures.filter((one) => placeOf(one) === place).map((one) => html`<li>${versus(one.entrants)}</li>`)}</ul>
      </section>`,
    )}
  </div>`;
}
