/** What is printed or taken to a spreadsheet: of the matches of a contest, of its standings, of the championship. */

import { fileOf, onPaper } from "../shared/paper.js";
import { html } from "../shared/ui.js";
import { o } from "./words.js";

/** @typedef {import("./store.js").Contest} Contest */
/** @typedef {{name: keyof typeof o.papers, path: string}} Paper */

/** @param {{papers: readonly Paper[]}} props */
export function Papers({ papers }) {
  return html`<nav class="links" aria-label=${o.papers.title}>
    ${papers.map(({ name, path }) =>
      path.endsWith("format=csv")
        ? html`<a key=${name} href=${onPaper(path)} download=${fileOf(o.papers[name])} data-paper=${name}>${o.papers[name]}</a>`
        : html`<a key=${name} href=${onPaper(path)} target="_blank" rel="noopener" data-paper=${name}>${o.papers[name]}</a>`,
    )}
  </nav>`;
}

/**
 * @param {Contest} contest
 * @returns {Paper[]}
 */
export const ofMatches = ({ id }) => [
  { name: "fixtures", path: `/print/contests/${id}/fixtures` },
  { name: "sheets", path: `/print/contests/${id}/sheets` },
  { name: "fixturesCsv", path: `/v1/contests/${id}/fixtures?format=csv` },
];

/**
 * @param {Contest} contest
 * @returns {Paper[]}
 */
export const ofStandings = ({ id, podium }) => [
  { name: "standings", path: `/v1/contests/${id}/standings?format=html` },
  ...(podium.length > 0 ? [/** @type {Paper} */ ({ name: "diplomas", path: `/print/contests/${id}/diplomas` })] : []),
  { name: "corrections", path: `/print/contests/${id}/corrections` },
  { name: "standingsCsv", path: `/v1/contests/${id}/standings?format=csv` },
];

/**
 * @param {string} championship
 * @returns {Paper[]}
 */
export const ofCards = (championship) => [{ name: "cards", path: `/print/championships/${championship}/cards` }];

/**
 * @param {string} championship
 * @returns {Paper[]}
 */
export const ofChampionship = (championship) => [
  { name: "general", path: `/print/championships/${championship}/general` },
  { name: "generalDiplomas", path: `/print/championships/${championship}/diplomas` },
  { name: "generalCsv", path: `/v1/championships/${championship}?format=csv` },
];
