/** Leads to the written record of cards, on which referee, player and witness sign. */

import { onPaper } from "./paper.js";
import { html } from "./ui.js";
import { w } from "./words.js";

/** @import * as api from "openapi" */

/**
 * The way to the record of one card; none while it may not be read.
 * @param {{card: Pick<api.GivenCard, "stream" | "match" | "version">, look?: string}} props
 */
export const SignCard = ({ card: { stream, match, version }, look = "way" }) =>
  version === null
    ? null
    : html`<${Sign}
        path=${`/print/${match ? "matches" : "championships"}/${stream}/sanctions?version=${version}`}
        label=${w.incidents.sign}
        look=${look}
      />`;

/**
 * The way to the records of every card of a match. Draws nothing if none was given.
 * @param {{match: string, view: {sanctions: readonly unknown[]} | null, look?: string}} props
 */
export const SignCards = ({ match, view, look = "button" }) =>
  view?.sanctions.length
    ? html`<${Sign} path=${`/print/matches/${match}/sanctions`} label=${w.incidents.signAll} look=${look} />`
    : null;

/** @param {{path: string, label: string, look: string}} props */
const Sign = ({ path, label, look }) => html`<a
  class=${look}
  href=${onPaper(path)}
  target="_blank"
  rel="noopener"
  data-paper="incidents"
>${label}</a>`;
