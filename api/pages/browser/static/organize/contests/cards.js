/** The contests of a championship, each with its game, its draw and its papers, and the ways to change it. */

import { useState } from "preact/hooks";
import { k } from "../../shared/contests/words.js";
import { displayName } from "../../shared/contests/people.js";
import { HouseRules } from "../../shared/house.js";
import { AgreedTime } from "../../shared/timing.js";
import { html } from "../../shared/ui.js";
import { Confirm } from "../difference.js";
import { Field } from "../form.js";
import { UndoSheet } from "../play/undo.js";
import { p } from "../play/words.js";
import { ofMatches, ofStandings, Papers } from "../papers.js";
import { CLOCK } from "../later.js";
import { Renaming } from "../renaming.js";
import { contestName, ToRounds, waitsForRound } from "../play/contest.js";
import { useRulebook } from "../play/reads.js";
import { d } from "../deals/words.js";
import { o } from "../words.js";
import { drawBody, HowDrawn, Rounds, UNDRAWN } from "./draw.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../store.js").Contest} Contest */

/** States in which no match is left to open. */
const OVER = new Set(["finished", "null", "cancelled"]);

/** The contests, the latest first. @param {{store: Store}} props */
export const Cards = ({ store }) => html`${[...store.contests.value]
  .reverse()
  .map((contest) => html`<${ContestCard} key=${contest.id} store=${store} contest=${contest} />`)}`;

/** @param {{store: Store, contest: Contest}} props */
function ContestCard({ store, contest }) {
  const [again, setAgain] = useState(false);
  const [timing, setTiming] = useState(false);
  const [cancelling, setCancelling] = useState(false);
  const [naming, setNaming] = useState(false);
  const name = contestName(store, contest);
  const isFresh = contest.fixtures.every((one) => one.state === "pending");
  const { draw } = contest;
  const book = useRulebook(store, Object.keys(contest.params).length > 0 ? contest.ruleset : null);
  return html`<article class="panel" data-contest=${contest.id}>
    <h3>${name}</h3>
    <p>${store.title(contest.format)} · ${k.phases[contest.phase]}</p>
    <${HouseRules} book=${book} params=${contest.params} house=${contest.house} path=${`/v1/contests/${contest.id}`} />
    ${contest.duplicate ? html`<p data-same-deals>${d.agreed(contest.duplicate.hands)}</p>` : null}
    <${AgreedTime} timing=${contest.timing} />
    <${ToRounds} contest=${contest} />
    <details data-open="drawn">
      <summary>${o.draw.title}</summary>
      <p>${howDrawn(draw)}</p>
      ${draw.algorithm === "given"
        ? null
        : html`<ol class="drawn">${draw.order.map((one) => html`<li>${displayName(one)}</li>`)}</ol>`}
      <${Rounds} contest=${contest} />
      ${contest.draws.length > 1 ? html`<p class="hint">${o.draw.others(contest.draws.length - 1)}</p>` : null}
    </details>
    <div class="controls">
      <a class=${`button ${isFresh && !waitsForRound(contest) ? "main" : ""}`} href=${`#fixtures/${contest.id}`} data-go="fixtures">
        ${o.sections.fixtures}
      </a>
      ${isFresh
        ? html`<button type="button" data-action="redraw" onClick=${() => setAgain(true)}>${o.draw.again}</button>`
        : null}
      ${OVER.has(contest.phase)
        ? null
        : html`<button type="button" class="quiet" data-action="clock" onClick=${() => setTiming(true)}>
            ${o.timing.change}
          </button>`}
      <button type="button" class="quiet" data-action="name-contest" onClick=${() => setNaming(true)}>
        ${o.renaming.rename}
      </button>
      ${contest.phase !== "cancelled" && contest.fixtures.every((one) => one.state !== "played")
        ? html`<button type="button" class="quiet danger" data-action="cancel-contest" onClick=${() => setCancelling(true)}>
            ${p.undo.cancel}
          </button>`
        : null}
    </div>
    ${naming
      ? html`<div class="panel" data-open="name">
          <${Renaming}
            store=${store}
            path=${`/v1/contests/${contest.id}`}
            name=${contest.name ?? null}
            input="name"
            label=${o.contests.name}
            hint=${o.contests.nameHint}
            optional=${true}
            close=${() => setNaming(false)}
          />
        </div>`
      : null}
    ${cancelling
      ? html`<${UndoSheet}
          store=${store}
          contest=${contest}
          path=${`/v1/contests/${contest.id}`}
          title=${p.undo.cancel}
          what=${p.undo.cancelMeans(name)}
          confirm=${p.undo.cancel}
          notice=${p.undo.cancelled}
          reasons=${p.undo.cancelReasons}
          close=${() => setCancelling(false)}
        />`
      : null}
    ${timing ? html`<${CLOCK.component} store=${store} contest=${contest} close=${() => setTiming(false)} />` : null}
    <${Papers} papers=${[...ofMatches(contest), ...ofStandings(contest)]} />
    ${again ? html`<${Redraw} store=${store} contest=${contest} close=${() => setAgain(false)} />` : null}
  </article>`;
}

/**
 * A draw in words: its seed, lots, or rounds that were given.
 * @param {Contest["draw"]} draw
 */
function howDrawn(draw) {
  if (draw.algorithm === "given") return o.draw.given;
  return draw.seed === null ? o.draw.byLots : o.draw.bySeed(draw.seed);
}

/** @param {{store: Store, contest: Contest, close: () => void}} props */
function Redraw({ store, contest, close }) {
  const [drawing, setDrawing] = useState(UNDRAWN);
  const [reason, setReason] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  const sides = contest.entrants.map((one) => one.players?.map((player) => player.id) ?? [one.id]);
  const players = store.view.value?.players ?? [];
  const draw = drawBody(drawing, sides);
  return html`<div class="form panel" data-open="redraw">
    <${HowDrawn} drawing=${drawing} set=${setDrawing} players=${players} sides=${sides} />
    <${Field} label=${o.reason} input="reason" value=${reason} set=${setReason} hint=${o.reasonHint} maxlength="500" />
    <div class="controls">
      <button type="button" data-action="ask-redraw" disabled=${!draw || reason.trim() === ""} onClick=${() => setIsOpen(true)}>
        ${o.draw.again}
      </button>
      <button type="button" class="quiet" data-close onClick=${close}>${o.leave}</button>
    </div>
    ${isOpen && draw
      ? html`<${Confirm}
          store=${store}
          title=${o.draw.again}
          method="POST"
          path=${`/v1/contests/${contest.id}/draw`}
          body=${{ reason: reason.trim(), ...draw }}
          confirm=${o.draw.again}
          close=${() => setIsOpen(false)}
          onDone=${() => {
            store.notice.value = o.contests.made;
            close();
          }}
        ><p>${o.draw.againMeans}</p><//>`
      : null}
  </div>`;
}
