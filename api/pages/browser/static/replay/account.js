/** A step in words: its actor and its act, the broken rule and the proof, the claim and the ruling. */

import { LOCALE } from "../shared/dates.js";
import { onPaper } from "../shared/paper.js";
import { aloud } from "../shared/speaking.js";
import { MatchStakes } from "../shared/stakes.js";
import { html } from "../shared/ui.js";
import { capital, joinNames, langOf, textOf, w } from "../shared/words.js";
import { sideIn, sidesOf } from "../shared/match.js";
import { Card } from "./card.js";
import { Could } from "./legal.js";
import { ClaimStake, DecisionEffect, Without } from "./stakes.js";
import { r } from "./words.js";

/** @typedef {import("./store.js").Replay} Replay */
/** @typedef {import("../shared/types.js").Step} Step */
/** @typedef {import("../shared/types.js").Entry} Entry */
/** @typedef {import("../shared/types.js").Infraction} Infraction */
/** @typedef {import("../shared/types.js").ClaimView} ClaimView */
/** @typedef {import("../shared/types.js").MatchView} MatchView */

/** Decisions of the referee. Every reader wants to know their effect on the score. */
const DECISIONS = new Set(["sanction", "ruling", "retract", "withdraw", "time_up"]);

/** Events with which a match begins. */
const BEGINNINGS = new Set(["open", "deal"]);

/** @param {{replay: Replay, step: Step}} props */
export function StepAccount({ replay, step }) {
  const { event } = step;
  const view = /** @type {MatchView} */ (replay.view.value);
  const breaches = infractions(view).filter((one) => one.version === step.version);
  const proves = infractions(view).filter((one) => one.proven_at === step.version && one.version !== step.version);
  const claims = view.claims.filter((one) => isAbout(one, step));
  // The card of a sanction is none of the pack, and a deal shows its own on the table.
  const cards =
    event.type === "sanction"
      ? []
      : [event.card, ...(event.type === "deal" ? [] : (event.cards ?? []))].filter((card) => typeof card === "string");
  return html`<article class="told" aria-live=${aloud.value ? "off" : "polite"}>
    <p class="when">${r.play(step.version)} · <time dateTime=${event.recorded_at}>${moment(event.recorded_at)}</time></p>
    <h2>${sentence(replay, event)}</h2>
    ${replay.isTakenBack(step) ? html`<p class="bad" data-taken-back>${r.takenBack}</p>` : null}
    ${cards.length > 0
      ? html`<div class="held">${cards.map((card) => html`<${Card} key=${card} replay=${replay} card=${card} />`)}</div>`
      : null}
    ${[event.reason, event.text].filter(Boolean).map((one) => html`<p key=${one} class="quoted">«${one}»</p>`)}
    ${breaches.map((one) => html`<${Infraction} key=${one.code} replay=${replay} infraction=${one} />`)}
    ${proves.map((one) => html`<section key=${`${one.code}${one.version}`} class="proves">
      <h3>${r.proves}</h3>
      <p><${To} replay=${replay} version=${one.version} words=${r.irregularOf(replay.name(one.seat), one.version)} /></p>
      <${Rule} replay=${replay} code=${one.code} />
    </section>`)}
    ${DECISIONS.has(event.type) ? html`<${DecisionEffect} key=${step.version} replay=${replay} step=${step} />` : null}
    ${claims.map((one) => html`<${ClaimAccount} key=${one.claim} replay=${replay} claim=${one} />`)}
    <${HandScore} replay=${replay} event=${event} />
    ${DECISIONS.has(event.type)
      ? null
      : html`<${MatchStakes} view=${step.view} hasBegun=${step.view.hand > 1 || !BEGINNINGS.has(event.type)} />`}
    <${Could} replay=${replay} step=${step} />
    ${claims.length === 0 ? html`<${Without} key=${step.version} replay=${replay} step=${step} />` : null}
  </article>`;
}

/** @param {MatchView} view */
export const infractions = (view) => /** @type {Infraction[]} */ (view.infractions ?? []);

/**
 * True if a claim was made in a step, was decided in it, or is about it.
 * @param {ClaimView} claim
 * @param {Step} step
 */
const isAbout = (claim, step) =>
  claim.at === step.version ||
  claim.ruled_at === step.version ||
  step.event.facts.some((fact) => fact.claim === claim.claim) ||
  step.event.claim === claim.claim;

/** @param {string} at */
export const moment = (at) => new Date(at).toLocaleString(LOCALE, { dateStyle: "medium", timeStyle: "medium" });

/**
 * The actor and the act, in one sentence.
 * @param {Replay} replay
 * @param {Entry} event
 */
export function sentence(replay, event) {
  const view = /** @type {MatchView} */ (replay.view.value);
  if (event.type === "claim")
    return w.claim.says(replay.name(event.by), w.claim.kinds[event.kind] ?? event.kind, replay.name(event.against));
  if (event.type === "ruling") return r.ruling[/** @type {"true" | "false"} */ (String(event.upheld))];
  // The actor's own token says the name. A PIN is typed on the device of another.
  if (event.type === "confirm")
    return (event.recorded_by?.startsWith("player") ? r.confirmedSelf : r.confirmedByPin)(sideIn(view, event.side));
  if (event.type === "retract") return capital(r.undone(event.to));
  const actor =
    typeof event.seat === "number"
      ? replay.name(event.seat)
      : typeof event.side === "number"
        ? sideIn(view, event.side)
        : typeof event.dealer === "number"
          ? replay.name(event.dealer)
          : "";
  const does = replay.does(event);
  return actor ? `${actor}: ${does}` : capital(does);
}

/**
 * A link to another step. Its address can be kept.
 * @param {{replay: Replay, version: number, words: string}} props
 */
export function To({ replay, version, words }) {
  const go = (/** @type {MouseEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void replay.go(version);
  };
  return html`<a class="button" href=${`?step=${version}`} data-to=${version} onClick=${go}>${words}</a>`;
}

/**
 * A rule in words, with the interpretation behind it.
 * @param {{replay: Replay, code: string}} props
 */
export function Rule({ replay, code }) {
  const clause = replay.clause(code);
  if (!clause) return html`<p><code>${code}</code></p>`;
  return html`<blockquote class="rule" data-rule=${code}>
    <p lang=${langOf(/** @type {any} */ (clause))}>${textOf(/** @type {any} */ (clause))}</p>
    ${clause.ruling ? html`<p class="ruling"><b>${r.rulingOf}:</b> <span lang=${langOf(clause.ruling)}>${textOf(clause.ruling)}</span></p>` : null}
    <small><code>${code}</code> · ${clause.source}</small>
  </blockquote>`;
}

/**
 * The proof of an infraction, in words.
 * @param {Replay} replay
 * @param {Infraction} infraction
 */
export function proof(replay, { evidence }) {
  if (!evidence) return "";
  // Null: this reader may not see them yet.
  const deck = replay.game?.deck ?? "french";
  const proofCards = evidence.cards ?? [];
  const cards = evidence.cards === null ? "…" : joinNames(proofCards.map((card) => w.card(card, deck)));
  if (evidence.how !== "counted") return r.proofs[evidence.how](cards);
  const suits = new Set(proofCards.map((card) => card.slice(-1)));
  const suit = suits.size === 1 && !proofCards[0].startsWith("X") ? w.suit([...suits][0], deck) : null;
  return r.byCount(cards, proofCards.length, suit);
}

/** @param {{replay: Replay, infraction: Infraction}} props */
function Infraction({ replay, infraction }) {
  const { proven_at: at, version } = infraction;
  return html`<section class=${`broken ${infraction.status}`} data-broken=${infraction.code}>
    <h3>${r.broken}: ${r.status[infraction.status]}</h3>
    <${Rule} replay=${replay} code=${infraction.code} />
    ${infraction.evidence ? html`<p>${proof(replay, infraction)}</p>` : null}
    ${at === null
      ? null
      : at === version
        ? html`<p class="hint">${r.provenAtOnce}</p>`
        : html`<p><${To} replay=${replay} version=${at} words=${r.provenAt(at)} /></p>`}
  </section>`;
}

/** @param {{replay: Replay, claim: ClaimView}} props */
function ClaimAccount({ replay, claim }) {
  const here = replay.at.value;
  return html`<section class=${`claim ${claim.status}`} data-claim=${claim.claim}>
    <h3>${r.claimed}: ${w.claim.status[claim.status]}</h3>
    <p>${w.claim.says(replay.name(claim.by), w.claim.kinds[claim.kind] ?? claim.kind, replay.name(claim.against))}</p>
    <p class="row">
      ${claim.at !== here ? html`<${To} replay=${replay} version=${claim.at} words=${r.claimedAbout(claim.at)} />` : null}
      ${claim.ruled_at !== null && claim.ruled_at !== here
        ? html`<${To} replay=${replay} version=${claim.ruled_at} words=${r.ruledAt(claim.ruled_at)} />`
        : null}
      <a class="button" href=${onPaper(`${replay.address}/claims/${claim.claim}?format=html`)} target="_blank" rel="noopener">
        ${r.report}
      </a>
    </p>
    <${ClaimStake} key=${claim.claim} replay=${replay} claim=${claim} />
  </section>`;
}

/** @param {{replay: Replay, event: Entry}} props */
function HandScore({ replay, event }) {
  const view = /** @type {MatchView} */ (replay.view.value);
  const account = event.facts.find((fact) => fact.fact === "hand_scored");
  if (!account) return null;
  const items = /** @type {{side: number, points: number, rule: string}[]} */ (account.items ?? []);
  return html`<section class="scored">
    <h3>${r.handScored}</h3>
    ${account.points
      ? html`<p>${sidesOf(view).map((side) => `${sideIn(view, side)} ${account.points[side]}`).join(" · ")}</p>`
      : html`<p>${r.withoutPoints}</p>`}
    ${items.length > 0
      ? html`<ul class="others">
          ${items.map((one) => html`<li key=${`${one.side}${one.rule}${one.points}`}>
            ${sideIn(view, one.side)}
            : ${w.points(one.points)} · ${ruleText(replay, one.rule)}
          </li>`)}
        </ul>`
      : null}
  </section>`;
}

/**
 * @param {Replay} replay
 * @param {string} code
 */
export const ruleText = (replay, code) => {
  const clause = replay.clause(code);
  return clause ? textOf(/** @type {any} */ (clause)) : code;
};
