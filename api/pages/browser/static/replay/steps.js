/** The way through a match: by buttons, by keys, by a slider, by choosing a hand. */

import { html } from "../shared/ui.js";
import { r } from "./words.js";

/** @typedef {import("./store.js").Replay} Replay */
/** @typedef {import("../shared/types.js").MatchView} MatchView */

/** @type {Record<string, (replay: Replay) => void>} */
const KEYS = {
  ArrowLeft: (replay) => void replay.move(-1),
  ArrowRight: (replay) => void replay.move(1),
  Home: (replay) => replay.end("first"),
  End: (replay) => replay.end("last"),
  PageUp: (replay) => void replay.openHand(replay.hand.value - 1),
  PageDown: (replay) => void replay.openHand(replay.hand.value + 1),
};
/** Elements in which the keys have a meaning of their own. */
const TAKEN = "input:not([type=range]), select, textarea, dialog";

/**
 * Listens to the keys of the whole page.
 * @param {Replay} replay
 */
export function listen(replay) {
  addEventListener("keydown", (event) => {
    const act = KEYS[event.key];
    const place = event.target instanceof Element ? event.target : null;
    if (!act || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || place?.closest(TAKEN)) return;
    event.preventDefault();
    act(replay);
  });
}

/** The signs on the buttons: to the end of the hand, and one step. */
const SIGNS = { end: "M6 4v16h3V4zm14 0L10 12l10 8z", step: "M18 4 6 12l12 8z" };

/** @param {{to: keyof typeof SIGNS, on?: boolean}} props */
const Sign = ({ to, on }) => html`<svg class=${on ? "on" : ""} viewBox="0 0 24 24" aria-hidden="true">
  <path d=${SIGNS[to]} />
</svg>`;

/** @param {{replay: Replay}} props */
export function Steps({ replay }) {
  const steps = replay.steps.value;
  const index = replay.index.value;
  const [first, last] = [index <= 0, index >= steps.length - 1];
  const outermost = { first: replay.hand.value <= 1, last: replay.hand.value >= (replay.view.value?.hand ?? 1) };
  return html`<nav class="steps" aria-label=${r.where}>
    <button type="button" data-go="first" aria-label=${r.first} disabled=${first} onClick=${() => replay.end("first")}>
      <${Sign} to="end" />
    </button>
    <button
      type="button"
      data-go="before"
      class="wide-key"
      aria-label=${r.before}
      disabled=${first && outermost.first}
      onClick=${() => void replay.move(-1)}
    ><${Sign} to="step" /></button>
    <span class="count" role="status">${r.step(index + 1, steps.length)}</span>
    <button
      type="button"
      data-go="after"
      class="wide-key main"
      aria-label=${r.after}
      disabled=${last && outermost.last}
      onClick=${() => void replay.move(1)}
    ><${Sign} to="step" on=${true} /></button>
    <button type="button" data-go="last" aria-label=${r.last} disabled=${last} onClick=${() => replay.end("last")}>
      <${Sign} to="end" on=${true} />
    </button>
    <input
      type="range"
      aria-label=${r.where}
      min="1"
      max=${Math.max(steps.length, 1)}
      value=${index + 1}
      onInput=${(/** @type {any} */ input) => void replay.move(Number(input.target.value) - 1 - replay.index.value)}
    />
  </nav>`;
}

/** @param {{replay: Replay}} props */
export function HandChoice({ replay }) {
  const view = /** @type {MatchView} */ (replay.view.value);
  const hands = Array.from({ length: view.hand }, (_, i) => i + 1);
  const points = (/** @type {number} */ hand) => view.score.hands.find((one) => one.hand === hand)?.points;
  return html`<label class="hand-choice">
    <span class="unseen">${r.choose}</span>
    <select
      value=${String(replay.hand.value)}
      data-input="hand"
      onChange=${(/** @type {any} */ input) => void replay.openHand(Number(input.target.value))}
    >
      ${hands.map((hand) => html`<option key=${hand} value=${String(hand)} selected=${hand === replay.hand.value}>
        ${r.handOf(hand, hands.length)}
        ${points(hand) ? ` · ${points(hand)?.join("–")}` : ""}
      </option>`)}
    </select>
  </label>`;
}
