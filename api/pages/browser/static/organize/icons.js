/** The drawings beside the words of the sections. */

import { Drawing, html } from "../shared/ui.js";

const DRAWN = /** @type {Record<string, string>} */ ({
  start: "M4 11l8-7 8 7M6 10v10h12V10",
  players: "M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM2 21c0-4 3-7 7-7s7 3 7 7M16 4a4 4 0 0 1 0 7M18 14c3 1 4 4 4 7",
  contests: "M7 4h10v5a5 5 0 0 1-10 0zM7 6H3c0 3 1 5 4 5M17 6h4c0 3-1 5-4 5M12 14v4M8 21h8",
  fixtures: "M4 5h16v15H4zM4 10h16M9 3v4M15 3v4",
  rounds: "M4 7h11l-3-3M20 17H9l3 3M4 12h16",
  watch: "M2 12c3-5 7-7 10-7s7 2 10 7c-3 5-7 7-10 7s-7-2-10-7zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
  results: "M4 20l1-5L16 4l4 4L9 19zM14 6l4 4",
  standings: "M4 20V12h4v8M10 20V5h4v15M16 20v-6h4v6M2 20h20",
  leaving: "M10 4H4v16h6M14 8l4 4-4 4M18 12H9",
  sanctions: "M5 6l9-2 3 14-9 2zM17 6l3 1-2 12",
  tokens: "M14 10a4 4 0 1 1 3 4l-2 2h-2v2h-2v2H7v-3z",
  webhooks: "M4 12h4l3-7 3 14 3-7h3",
  acts: "M5 4h14v16H5zM9 9h6M9 13h6M9 17h3",
  backup: "M12 4v11M7 10l5 5 5-5M5 20h14",
  more: "M5 12h.01M12 12h.01M19 12h.01",
});

/** @param {{name: string}} props */
export const Icon = ({ name }) => html`<${Drawing} path=${DRAWN[name]} width=${2.2} />`;
