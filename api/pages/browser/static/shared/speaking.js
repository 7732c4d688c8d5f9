/** The button that turns speech on and off. What a page says aloud is a module of its own, which is read when speech is on. */

import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { language } from "./language.js";
import { Drawing, html } from "./ui.js";
import { w } from "./words.js";

/**
 * The speech of a page. `again`: says how things stand; `isMute`: true while this device has no voice; `close`: ends it
 * @typedef {{again: () => void, isMute: import("@preact/signals").Signal<boolean>, close: () => void}} Speech
 */

const KEY = "referee.aloud";
const DRAWN = { on: "M4 9v6h4l5 4V5L8 9zM16 9a4 4 0 0 1 0 6M19 6a8 8 0 0 1 0 12", again: "M4 12a8 8 0 1 0 3-6.2M4 3v5h5" };
const canSpeak = "speechSynthesis" in window && "SpeechSynthesisUtterance" in window;

/** True while this device speaks. It is remembered on the device. */
export const aloud = signal(canSpeak && isWanted());

function isWanted() {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

/** @param {boolean} wanted */
function turn(wanted) {
  aloud.value = wanted;
  try {
    if (wanted) localStorage.setItem(KEY, "");
    else localStorage.removeItem(KEY);
  } catch {
    // A browser that keeps nothing is asked again on its next visit.
  }
  if (!wanted) return speechSynthesis.cancel();
  // At once: iOS speaks only if the first words come within the tap.
  const first = new SpeechSynthesisUtterance(w.aloud.on);
  first.lang = language;
  speechSynthesis.speak(first);
}

/**
 * The controls of speech. Draws nothing if this browser cannot speak.
 * @param {{page: any, ask: () => Promise<{speak: (page: any) => Speech}>}} props `page`: the store of the page; `ask` brings what
 *   speaks of it
 */
export function Speaking({ page, ask }) {
  const { value: wanted } = aloud;
  const [speech, setSpeech] = useState(/** @type {Speech | null} */ (null));
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    if (!wanted) return undefined;
    let speaker = /** @type {Speech | null} */ (null);
    let isOver = false;
    const begin = (/** @type {{speak: (page: any) => Speech}} */ { speak }) => {
      if (isOver) return;
      speaker = speak(page);
      setSpeech(speaker);
    };
    setMissing(false);
    ask().then(begin, () => setMissing(true));
    return () => {
      isOver = true;
      speaker?.close();
      setSpeech(null);
    };
  }, [wanted, page]);
  if (!canSpeak) return null;
  return html`
    <div class="speaking">
      <button
        type="button"
        data-speak="on"
        aria-label=${w.aloud.title}
        title=${w.aloud.title}
        aria-pressed=${String(wanted)}
        onClick=${() => turn(!wanted)}
      ><${Drawing} path=${DRAWN.on} width=${2} /></button>
      ${speech
        ? html`<button type="button" data-speak="again" aria-label=${w.aloud.again} title=${w.aloud.again} onClick=${speech.again}>
            <${Drawing} path=${DRAWN.again} width=${2} />
          </button>`
        : null}
    </div>
    ${wanted && (isMissing || speech?.isMute.value)
      ? html`<p class="hint" role="status">${isMissing ? w.offline : w.aloud.none}</p>`
      : null}
  `;
}
