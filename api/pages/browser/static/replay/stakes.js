/** The score with and without: a claim decided either way, or the match as if a move had not been recorded. */

import { useEffect, useState } from "preact/hooks";
import { gameOf } from "../games/index.js";
import { outcome, ScoreChange } from "../games/scores.js";
import { netsOf } from "../shared/stakes.js";
import { html } from "../shared/ui.js";
import { w } from "../shared/words.js";
import { r } from "./words.js";

/** @typedef {import("./store.js").Replay} Replay */
/** @typedef {import("../shared/types.js").Step} Step */
/** @typedef {import("../shared/types.js").MatchView} MatchView */
/** @typedef {import("../shared/types.js").WhatIf} WhatIf */
/** @typedef {{title: string, view: MatchView, places: string[]}} Side */

/** Events that are no moves. A match without them says nothing about the game. */
const NO_MOVES = new Set([
  "open",
  "claim",
  "ruling",
  "note",
  "retract",
  "confirm",
  "pin_set",
  "pin_reset",
  "shuffle_commitment",
  "shuffle_text",
  "pause",
  "resume",
  "extra_time",
  "sanction",
]);

/** @param {{replay: Replay, claim: import("../shared/types.js").ClaimView}} props */
export function ClaimStake({ replay, claim }) {
  const ask = (/** @type {string} */ how) =>
    /** @type {Promise<WhatIf>} */ (replay.api.get(`${replay.address}/whatif?claim=${claim.claim}:${how}`));
  const answers = useAnswer(() => Promise.all([ask("upheld"), ask("rejected")]), `${claim.claim}${claim.status}`);
  if (answers === null) return html`<p class="hint">…</p>`;
  if (answers instanceof Error) return html`<p class="hint">${answers.message}</p>`;
  const [ifUpheld, ifRejected] = answers;
  return html`<${Beside} sides=${[side(r.upheld, ifUpheld), side(r.rejected, ifRejected)]} stopVersion=${null} />`;
}

/**
 * The effect of a referee's decision on the score.
 * @param {{replay: Replay, step: Step}} props
 */
export function DecisionEffect({ replay, step }) {
  const loadedView = replay.before.value?.view ?? null;
  const viewBefore = useAnswer(
    () =>
      loadedView
        ? Promise.resolve(loadedView)
        : /** @type {Promise<MatchView>} */ (replay.api.get(`${replay.address}?at=${step.version - 1}`)),
    String(step.version),
  );
  if (viewBefore === null) return html`<p class="hint">…</p>`;
  if (viewBefore instanceof Error) return html`<p class="hint">${viewBefore.message}</p>`;
  return html`<section class="decided"><${ScoreChange} before=${viewBefore} after=${step.view} /></section>`;
}

/** @param {{replay: Replay, step: Step}} props */
export function Without({ replay, step }) {
  const [isOpen, want] = useState(false);
  if (NO_MOVES.has(step.event.type) || replay.isTakenBack(step)) return null;
  return html`<section class="without">
    ${isOpen
      ? html`<${WithoutStep} replay=${replay} step=${step} />`
      : html`<button type="button" data-without onClick=${() => want(true)}>${r.askWithout}</button>`}
  </section>`;
}

/** @param {{replay: Replay, step: Step}} props */
function WithoutStep({ replay, step }) {
  const view = /** @type {MatchView} */ (replay.view.value);
  const answer = useAnswer(
    () => /** @type {Promise<WhatIf>} */ (replay.api.get(`${replay.address}/whatif?without=${step.version}`)),
    String(step.version),
  );
  if (answer === null) return html`<p class="hint">…</p>`;
  if (answer instanceof Error) return html`<p class="bad" role="status">${answer.message}</p>`;
  return html`<${Beside} sides=${[{ title: r.asItIs, view, places: [] }, side(r.without, answer)]} stopVersion=${answer.stopped_at} />`;
}

/**
 * The answer to a question, asked once. It is an Error if refused, and null until it is there.
 * @template T
 * @param {() => Promise<T>} ask
 * @param {string} key
 * @returns {T | Error | null}
 */
function useAnswer(ask, key) {
  const [answer, setAnswer] = useState(/** @type {T | Error | null} */ (null));
  useEffect(() => {
    let current = true;
    ask().then(
      (value) => current && setAnswer(/** @type {any} */ (value)),
      (error) => current && setAnswer(error),
    );
    return () => {
      current = false;
    };
  }, [key]);
  return answer;
}

/**
 * @param {string} title
 * @param {WhatIf} answer
 * @returns {Side}
 */
const side = (title, answer) => ({ title, view: answer.match, places: placesIn(answer) });

/**
 * The places of the contest, in words: as many lines as there are players in the tables.
 * @param {WhatIf} answer
 */
function placesIn({ standings }) {
  if (!standings) return [];
  const tables = standings.rows ? [standings.rows] : (standings.groups ?? []).map((one) => one.rows);
  return tables.flatMap((rows) =>
    rows.map((row) => `${row.place}. ${row.player.name ?? row.player.id} (${row.ptos ?? row.points ?? 0})`),
  );
}

/** @param {{sides: Side[], stopVersion: number | null}} props */
function Beside({ sides, stopVersion }) {
  const rows = sides.map((one) => gameOf(one.view.ruleset)?.score(one.view) ?? []);
  const places = sides.map((one) => one.places);
  const differ = places.every((one) => one.length > 0) && places[0].join() !== places[1].join();
  return html`
    <h3>${r.stake}</h3>
    ${stopVersion === null ? null : html`<p class="hint">${r.stoppedAt(stopVersion)}</p>`}
    <table class="stake">
      <thead><tr><td></td>${sides.map((one) => html`<th key=${one.title} scope="col">${one.title}</th>`)}</tr></thead>
      <tbody>
        ${rows[0].map((row, i) => html`<tr key=${row.label}>
          <th scope="row">${row.label}</th>
          ${sides.map((one, n) => html`<td key=${one.title}>${rows[n][i]?.values.join(" – ")}</td>`)}
        </tr>`)}
        <tr>
          <th scope="row">${w.change.result}</th>
          ${sides.map((one) => html`<td key=${one.title}>${outcome(one.view)}</td>`)}
        </tr>
        ${sides.some((one) => netsOf(one.view) !== null)
          ? html`<tr data-stakes>
              <th scope="row">${w.stakes.title}</th>
              ${sides.map((one) => html`<td key=${one.title}>${netsOf(one.view) ?? w.stakes.undecided}</td>`)}
            </tr>`
          : null}
        ${differ
          ? html`<tr>
              <th scope="row">${r.places}</th>
              ${places.map(
                (one, n) => html`<td key=${n}>${one.map((line) => html`<span key=${line} class="place">${line}</span>`)}</td>`,
              )}
            </tr>`
          : null}
      </tbody>
    </table>
    ${!differ && places[0].length > 0 ? html`<p class="hint">${r.samePlaces}</p>` : null}
  `;
}
