/** A claim in its present state: the facts of the log about it, its cost, and the referee's ruling. */

import { useEffect, useState } from "preact/hooks";
import { Unreachable } from "../../shared/api.js";
import { Chips, html } from "../../shared/ui.js";
import { textOf, w } from "../../shared/words.js";
import { records } from "../hooks.js";
import { referees } from "../reader.js";
import { scores } from "./undo.js";
import { Would } from "./would.js";

/** @typedef {import("../store.js").Table} Table */
/** @typedef {import("../../shared/types.js").ClaimView} ClaimView */
/** @typedef {import("../../shared/types.js").GameEvent} GameEvent */
/** @typedef {import("../../shared/types.js").MatchView} MatchView */
/** @typedef {import("../../shared/types.js").Dispute} Dispute */

/**
 * The page on which the whole dispute can be followed card by card and printed. It is a page of this device, which has its
 * token.
 * @param {Table} table
 * @param {ClaimView} claim
 */
function replayOf(table, claim) {
  const query = new URLSearchParams(location.search);
  query.set("step", String(claim.at));
  return `/replay/${table.match}?${query}`;
}

/**
 * The outcome of a claim before it is made: by the log at once, or by the referee.
 * @param {{table: Table, event: GameEvent}} props
 */
export function Foretold({ table, event }) {
  const [answer, setAnswer] = useState(/** @type {{status: string, text: string, score: string} | null} */ (null));
  const body = JSON.stringify(event);
  useEffect(() => {
    let current = true;
    setAnswer(null);
    table.api.rehearse(table.match, event).then(
      (trial) => {
        // A player is not told beforehand: a try would show the hands of others.
        const status = trial.view ? (trial.view.claims.at(-1)?.status ?? "pending") : "unknown";
        if (current)
          setAnswer({
            status,
            text: w.claim.foretold[status],
            score: ["upheld", "rejected"].includes(status) ? scores(table, trial.view) : "",
          });
      },
      (problem) => {
        // The outcome cannot be told without a network. The claim waits with the rest.
        const status = problem instanceof Unreachable || table.pending.value > 0 ? "unknown" : "refused";
        if (current) setAnswer({ status, text: status === "refused" ? problem.message : w.claim.foretold[status], score: "" });
      },
    );
    return () => {
      current = false;
    };
  }, [body]);
  const claimant = table.name(event.by);
  return html`
    <div class=${`foretold ${answer?.status ?? ""}`} role="status">
      ${answer ? html`<p><b>${answer.text}</b></p><p>${answer.score}</p>` : html`<p>…</p>`}
    </div>
    ${answer && answer.status !== "refused"
      ? html`<div class="controls">
          <button ...${records(table, event)} class="main">
            ${w.claim.says(claimant, w.claim.kinds[event.kind] ?? event.kind, table.name(event.against))}
          </button>
        </div>`
      : null}
  `;
}

/** @param {{table: Table, claim: ClaimView}} props */
export function DisputedClaim({ table, claim }) {
  const version = table.view.value?.version;
  const [details, setDetails] = useState(/** @type {Dispute | null} */ (null));
  useEffect(() => {
    let current = true;
    table.api.get(`/v1/matches/${table.match}/claims/${claim.claim}`).then(
      (/** @type {{dispute: Dispute}} */ answer) => current && setDetails(answer.dispute),
      () => current && setDetails(null),
    );
    return () => {
      current = false;
    };
  }, [version]);
  return html`<section class=${`claim ${claim.status}`} data-claim=${claim.claim}>
    <p>
      <b>${w.claim.status[claim.status]}.</b> ${w.claim.says(table.name(claim.by), w.claim.kinds[claim.kind] ?? claim.kind, table.name(claim.against))}
    </p>
    ${details ? html`<${KnownFacts} table=${table} dispute=${details} />` : null}
    <p><a class="button" data-replay href=${replayOf(table, claim)} target="_blank" rel="noopener">${w.claim.page}</a></p>
    ${claim.status === "pending" && referees(table.reader.value) ? html`<${Ruling} table=${table} claim=${claim} />` : null}
  </section>`;
}

/** @param {{table: Table, dispute: Dispute}} props */
function KnownFacts({ table, dispute }) {
  const clauses = table.ruleset.value?.clauses ?? [];
  const deck = table.game?.deck ?? "french";
  const rule = (/** @type {string} */ code) => clauses.find((one) => one.code === code);
  const cards = dispute.held.cards.map((card) => w.card(card, deck)).join(", ");
  return html`
    <p>${table.name(dispute.claim.against)}: ${table.does(dispute.move)}</p>
    ${dispute.findings.map((finding) => {
      const clause = rule(finding.rule);
      return html`<p key=${finding.rule} class="hint">
        <b>${w.claim.findings[finding.status]}</b> ${clause ? textOf(clause) : finding.rule}
      </p>`;
    })}
    ${cards ? html`<p class="hint">${w.claim.held(cards, dispute.held.complete)}</p>` : null}
  `;
}

/** @param {{table: Table, claim: ClaimView}} props */
function Ruling({ table, claim }) {
  const [reason, setReason] = useState(w.claim.reasons[0]);
  const ruling = (/** @type {boolean} */ upheld) => ({ type: "ruling", claim: claim.claim, upheld, reason });
  return html`
    <${Chips}
      legend=${w.claim.reason}
      input="reason"
      value=${reason}
      choose=${setReason}
      options=${w.claim.reasons.map((one) => ({ value: one, label: one }))}
    />
    <div class="controls">
      <button ...${records(table, ruling(true))} class="main">${w.claim.uphold}</button>
      <button ...${records(table, ruling(false))}>${w.claim.reject}</button>
    </div>
    <${Would}
      table=${table}
      would=${[{ label: w.claim.uphold, event: ruling(true) }, { label: w.claim.reject, event: ruling(false) }]}
    />
  `;
}
