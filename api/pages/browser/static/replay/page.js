/** The page that replays a match: any hand, card by card, with the reason of each wrong card. */

import { effect, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { headline } from "../games/headline.js";
import { publicOrigin } from "../shared/address.js";
import { deck, Signs } from "../shared/cards.js";
import { HouseRules } from "../shared/house.js";
import { SignCards } from "../shared/incidents.js";
import { KeyLost } from "../shared/keylost.js";
import { nameIn, seatOf, sideIn, sidesOf } from "../shared/match.js";
import { mount } from "../shared/mount.js";
import { printPage } from "../shared/printing.js";
import { Speaking } from "../shared/speaking.js";
import { SignStakes } from "../shared/stakes.js";
import { tokenFor } from "../shared/token.js";
import { html } from "../shared/ui.js";
import { textOf, w } from "../shared/words.js";
import { Paper } from "./paper.js";
import { SheetOnPage } from "./sheet.js";
import { Tabletop, Hands } from "./stage.js";
import { HandChoice, listen, Steps } from "./steps.js";
import { Replay } from "./store.js";
import { StepAccount } from "./account.js";
import { r } from "./words.js";

/** @typedef {import("../shared/types.js").MatchView} MatchView */

const replay = new Replay();
/** The range to print: the hand that is shown, or all of them. */
const printRange = signal(/** @type {"hand" | "match"} */ ("hand"));
const copyNotice = signal("");
const askSpeech = () => import("./aloud.js");

function App() {
  const { value: view } = replay.view;
  const step = replay.step.value;
  useEffect(tell, [view, step, replay.audit.value, replay.reading.value]);
  if (replay.failure.value)
    return html`<p class="closed" role="alert">
      ${replay.failure.value} <button type="button" onClick=${() => location.reload()}>${r.retry}</button>
    </p>`;
  if (view && !step && !replay.reading.value)
    return html`
      <${NotCounting} view=${view} />
      <p class="closed" role="status">
        ${r.nothing} <button type="button" onClick=${() => location.reload()}>${r.retry}</button>
      </p>
    `;
  if (!view || !step || !replay.ruleset.value) return html`<p class="closed" role="status">${w.loading}</p>`;
  const hands = printRange.value === "match" ? Array.from({ length: view.hand }, (_, i) => i + 1) : [replay.hand.value];
  return html`<div class="screen">
      <${Signs} />
      <${NotCounting} view=${view} />
      <${Head} view=${step.view} />
      <div class="walk"><${HandChoice} replay=${replay} /><${Steps} replay=${replay} /></div>
      <div class="look">
        <div class="scene"><${Tabletop} replay=${replay} step=${step} /><${Hands} replay=${replay} step=${step} /></div>
        <${StepAccount} replay=${replay} step=${step} />
        <${SheetOnPage} replay=${replay} />
      </div>
      <${Foot} />
    </div>
    <${Paper} replay=${replay} hands=${hands} />`;
}

/**
 * A note that the match counts no more, with the way to the one that is played now.
 * @param {{view: MatchView}} props
 */
function NotCounting({ view }) {
  if (view.counts !== false) return null;
  return html`<p class="trouble" role="status" data-uncounted>
    ${w.gone.title} ${view.instead?.match
      ? html`<a class="button" data-instead href=${`/table/${view.instead.match}`}>${w.gone.instead}</a>`
      : null}
  </p>`;
}

/**
 * The match, and its score after the step that is shown.
 * @param {{view: MatchView}} props
 */
function Head({ view }) {
  const rows = replay.game?.score(view) ?? [];
  const now = /** @type {MatchView} */ (replay.view.value);
  return html`<header class="top">
    <div>
      <h1>${textOf(/** @type {any} */ (replay.ruleset.value).title)}</h1>
      <p class="hint">${now.status === "open" ? w.status.open : headline(now)}</p>
      <${HouseRules} book=${replay.ruleset.value} params=${now.params} house=${now.house} path=${`/v1/matches/${now.id}`} />
      <${Speaking} page=${replay} ask=${askSpeech} />
      <${KeyLost} />
    </div>
    <table class="score">
      <thead><tr><td></td>${rows.map((row) => html`<th key=${row.label} scope="col">${row.label}</th>`)}</tr></thead>
      <tbody>
        ${sidesOf(view).map((side) => html`<tr key=${side} data-side=${side}>
          <th scope="row">${sideIn(view, side)}</th>
          ${rows.map((row) => html`<td key=${row.label} class=${row.main ? "main" : ""}>
            ${row.values[row.per === "seat" ? seatOf(view, side) : side]}
          </td>`)}
        </tr>`)}
      </tbody>
    </table>
  </header>`;
}

function Foot() {
  const prints = replay.audit.value && replay.opening.value;
  return html`<footer class="foot">
    <div class="controls">
      <button type="button" data-share onClick=${() => void share()}>${r.share}</button>
      <button type="button" data-print="hand" disabled=${!prints} onClick=${() => print("hand")}>${r.print}</button>
      <button type="button" data-print="match" disabled=${!prints} onClick=${() => print("match")}>${r.printAll}</button>
      <${SignCards} match=${replay.match} view=${replay.view.value} />
      ${replay.view.value?.result?.settlement
        ? html`<${SignStakes} path=${`/print/matches/${replay.match}/settlement`} look="button" />`
        : null}
    </div>
    <p role="status">${copyNotice.value}</p>
    <p class="hint keys">${r.keys}</p>
  </footer>`;
}

/** @param {"hand" | "match"} what */
function print(what) {
  printRange.value = what;
  // The document is drawn first: the print has what stands in it.
  requestAnimationFrame(() => requestAnimationFrame(() => printPage(() => (printRange.value = "hand"))));
}

/** Gives the address of this step to another program, or to the clipboard. If there is none, it shows the address. */
async function share() {
  const address = publicOrigin() + location.pathname + location.search;
  try {
    if (navigator.share) return await navigator.share({ title: document.title, url: address });
    await navigator.clipboard.writeText(address);
    copyNotice.value = r.copied;
  } catch {
    copyNotice.value = `${r.copyThis} ${address}`;
  }
}

/** Tells programs what is shown, and keeps the address at the step. */
function tell() {
  const { value: view } = replay.view;
  const step = replay.step.value;
  if (!view || !step) return;
  const data = document.body.dataset;
  data.version = String(step.version);
  data.hand = String(replay.hand.value);
  data.steps = String(replay.steps.value.length);
  data.ready = String(replay.audit.value !== null && !replay.reading.value);
  const query = new URLSearchParams(location.search);
  query.set("step", String(step.version));
  history.replaceState(null, "", `${location.pathname}?${query}`);
  const title = replay.ruleset.value ? textOf(replay.ruleset.value.title) : r.title;
  document.title = `${r.title}: ${title} · ${view.seats.map((one) => nameIn(view, one.seat)).join(", ")} · ${r.hand(replay.hand.value)}`;
  follow();
}

/** Keeps the step in sight where the sheet scrolls beside it. The page itself stays where its reader left it. */
function follow() {
  const sheet = /** @type {HTMLElement | null} */ (document.querySelector(".sheet-view"));
  const here = /** @type {HTMLElement | null} */ (sheet?.querySelector('[aria-current="step"]') ?? null);
  if (sheet && here && sheet.scrollHeight > sheet.clientHeight) sheet.scrollTop = here.offsetTop - sheet.clientHeight / 2;
}

effect(() => {
  deck.value = replay.game?.deck ?? "french";
});
addEventListener("hashchange", () => {
  if (!location.hash.includes("token=")) return;
  tokenFor(replay.match);
  location.reload();
});
mount(
  App,
  () => !replay.failure.value && !(replay.view.value && (replay.step.value ? replay.ruleset.value : !replay.reading.value)),
);
listen(replay);
void replay.start();
