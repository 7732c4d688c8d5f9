/** The small drawings over the words of the menus. They find a button faster than reading does, and replace no word. */

import { Drawing, html } from "../shared/ui.js";

const DRAWN = /** @type {Record<string, string>} */ ({
  undo: "M9 6 4 11l5 5M4 11h10a6 6 0 0 1 0 9h-3",
  claim: "M12 3v10M12 17v3",
  sanction: "M7 3h10v18H7z",
  score: "M5 20V11M12 20V4M19 20v-6",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  count: "M8 3 6 21M18 3l-2 18M3 9h18M3 15h18",
  call: "M9 18V5l10-2v12M9 18a3 3 0 1 1-6 0 3 3 0 0 1 6 0zM19 15a3 3 0 1 1-6 0 3 3 0 0 1 6 0z",
  pause: "M8 5v14M16 5v14",
  resume: "M8 5l11 7-11 7z",
  queue: "M12 4v11M7 10l5 5 5-5M5 20h14",
});

/** @param {{name: string}} props */
export const Icon = ({ name }) => html`<${Drawing} path=${DRAWN[name]} width=${2.4} />`;
