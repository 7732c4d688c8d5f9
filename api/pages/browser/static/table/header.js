/** The head of the page: the score, the saved state, and the next step of the rules. */

import { useState } from "preact/hooks";
import { headline } from "../games/headline.js";
import { hourOf } from "../shared/dates.js";
import { lastTap } from "../shared/devices.js";
import { HouseRules } from "../shared/house.js";
import { seatOf, sidesOf } from "../shared/match.js";
import { aloud, Speaking } from "../shared/speaking.js";
import { MatchStakes } from "../shared/stakes.js";
import { keepsToken } from "../shared/token.js";
import { html, pieces } from "../shared/ui.js";
import { textOf, w } from "../shared/words.js";
import { Clock, MatchClock } from "./clock.js";
import { canonical } from "./hooks.js";
import { confirming, referees, takesPart } from "./reader.js";

/** @typedef {import("./store.js").Table} Table */
/** @typedef {import("../shared/types.js").ClaimView} ClaimView */
/** @typedef {import("../shared/types.js").MatchView} MatchView */

const askSpeech = () => import("./aloud.js");

/** @param {{table: Table}} props */
export function Header({ table }) {
  const view = /** @type {MatchView} */ (table.view.value);
  const rows = table.game?.score(view) ?? [];
  const ruleset = table.ruleset.value;
  const late = table.pending.value > 0 && (!table.online.value || table.outbox.problem.value !== null);
  return html`<header class="top">
    <div class="about">
      <h1>${ruleset ? textOf(ruleset.title) : ""}</h1>
      <${SaveState} table=${table} />
      ${table.others.value.map((one) => html`<p key=${one.label} class="saved others">
        ${w.recordsToo(one.label, lastTap(one), one.pending)}
      </p>`)}
    </div>
    <table class="score">
      <thead class="unseen"><tr><th></th>${rows.map((row) => html`<th key=${row.label}>${row.label}</th>`)}</tr></thead>
      ${late ? html`<caption>${w.unsaved(table.pending.value)}</caption>` : null}
      <tbody class=${sidesOf(view).length > 2 ? "many" : ""}>
        ${sidesOf(view).map((side) => html`<tr
          key=${side}
          class=${view.turn !== null && view.seats[view.turn].side === side ? "turn" : ""}
        >
          <th scope="row">${table.sideName(side)}</th>
          ${rows.map((row) => html`<td key=${row.label} class=${row.main ? "main" : ""}>
            <small>${row.main ? "" : row.label}</small> ${row.values[row.per === "seat" ? seatOf(view, side) : side]}
          </td>`)}
        </tr>`)}
      </tbody>
    </table>
  </header>`;
}

/** @param {Table} table */
function progress(table) {
  const savedView = table.savedView.value;
  return (savedView && table.game?.progress(savedView)) ?? w.progress.entry(savedView?.version ?? 1);
}

/** @param {{table: Table}} props */
function SaveState({ table }) {
  const waiting = table.pending.value;
  const online = table.online.value;
  const since = table.outbox.waiting.value[0]?.since;
  const late = since !== undefined && (!online || table.outbox.problem.value !== null);
  const words = [
    // The head says it in a place where it moves no button under a thumb.
    online ? "" : endsUnsaved(table) ? w.offline : w.goOn,
    waiting > 0
      ? late
        ? w.waitingSince(waiting, hourOf(new Date(since)))
        : w.waiting(waiting)
      : online
        ? table.replacement.value
          ? w.gone.title
          : w.saved
        : "",
    w.lastSaved(progress(table)),
    w.queue.keeps[table.storage.keeps.value],
    keepsToken() ? "" : w.keyLost,
  ];
  return html`<p class=${`saved ${online ? "" : "offline"} ${waiting > 0 ? "waiting" : ""}`} role="status">
    ${words.filter(Boolean).join(" · ")}
  </p>`;
}

/**
 * True if the match ends with the waiting events, of which the service does not know yet.
 * @param {Table} table
 */
const endsUnsaved = (table) => table.view.value?.status === "finished" && table.savedView.value?.status === "open";

/**
 * The score of each side at the service, in one line.
 * @param {Table} table
 * @param {MatchView} view
 */
function standing(table, view) {
  const rows = (table.game?.score(view) ?? []).filter((row) => row.main);
  return sidesOf(view)
    .map(
      (side) =>
        `${table.sideName(side)} (${rows.map((row) => row.values[row.per === "seat" ? seatOf(view, side) : side]).join(" / ")})`,
    )
    .join(", ");
}

/** @param {{table: Table}} props */
export function Now({ table }) {
  const view = /** @type {MatchView} */ (table.view.value);
  const lines = view.status === "open" ? (table.game?.lines(view, table.name) ?? []) : [];
  return html`<div class="now">
    <div class="head">
      <h2 aria-live=${aloud.value ? "off" : "polite"}>${headline(view)}</h2>
      <${Speaking} page=${table} ask=${askSpeech} />
    </div>
    <div class="clocks"><${MatchClock} table=${table} /><${Clock} table=${table} /></div>
    <p>${pieces(lines)}</p>
    <${MatchStakes} view=${view} />
    ${view.turn === null && view.score.hands.length === 0
      ? html`<${HouseRules} book=${table.ruleset.value} params=${view.params} house=${view.house} />`
      : null}
    ${table.trouble.value
      ? html`<p class="trouble" role="alert"><b>${table.trouble.value.title}.</b> ${table.trouble.value.text}</p>`
      : null}
    ${takesPart(table.reader.value) ? null : html`<p class="trouble" role="status">${w.noPermission}</p>`}
    ${table.pending.value > 0 && table.course.current.value?.isLost && !table.online.value
      ? html`<p class="trouble">${w.cannotTell}</p>`
      : null}
    ${endsUnsaved(table) && !table.online.value
      ? html`<p class="trouble" role="status" data-ends-unsaved>
          ${w.endsUnsaved(standing(table, view), table.pending.value > 1)}
        </p>`
      : null}
    ${view.claims
      .filter((claim) => inSight(view, claim))
      .map((claim) => html`<${Verdict} key=${claim.claim} table=${table} claim=${claim} />`)}
    ${view.confirmation && view.confirmation.missing.length > 0 && table.pending.value === 0
      ? html`<${Confirm} table=${table} view=${view} />`
      : null}
  </div>`;
}

/**
 * True if the table still talks about a claim: it is not decided, or was decided with the last entry.
 * @param {MatchView} view
 * @param {ClaimView} claim
 */
const inSight = (view, claim) => claim.status === "pending" || (claim.ruled_at ?? 0) >= view.version;

/** @param {{table: Table, claim: ClaimView}} props */
function Verdict({ table, claim }) {
  return html`<p class="trouble told">
    <span>
      <b>${w.claim.status[claim.status]}.</b> ${w.claim.says(table.name(claim.by), w.claim.kinds[claim.kind] ?? claim.kind, table.name(claim.against))}
    </span>
    <button type="button" data-open="claim" onClick=${() => (table.sheet.value = "claim")}>
      ${claim.status === "pending" ? w.claim.rule : w.claim.known}
    </button>
  </p>`;
}

/** @param {{table: Table, view: MatchView}} props */
function Confirm({ table, view }) {
  const [pins, setPins] = useState(/** @type {Record<number, string>} */ ({}));
  const closing = view.confirmation;
  if (!closing) return null;
  const reader = table.reader.value;
  const others = closing.missing.filter((side) => !confirming(reader, view, [side]).length);
  return html`<section class="confirm">
    <h3>${w.confirmHand.title(closing.hand)}</h3>
    ${others.map((side) => html`<p key=${side} class="hint">${w.confirmHand.waits} ${table.sideName(side)}</p>`)}
    ${confirming(reader, view, closing.missing).map((side) => {
      const event = { type: "confirm", side, hand: closing.hand, version: view.version };
      return html`<div key=${side} class="controls">
        ${referees(reader)
          ? html`<label>
              <span>${w.confirmHand.pin}</span>
              <input
                type="password"
                inputmode="numeric"
                autocomplete="off"
                data-input="pin"
                data-side=${side}
                value=${pins[side] ?? ""}
                onInput=${(/** @type {any} */ input) => setPins({ ...pins, [side]: input.target.value })}
              />
            </label>`
          : null}
        <button
          type="button"
          class="main"
          data-event=${canonical(event)}
          disabled=${table.busy.value}
          onClick=${() => table.record(event, pins[side] || undefined)}
        >${w.confirmHand.confirm(table.sideName(side))}</button>
      </div>`;
    })}
  </section>`;
}
