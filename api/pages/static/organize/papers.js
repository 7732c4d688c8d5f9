/** What is printed or taken to a spreadsheet: of the matches of a contest, of its standings, of the championship. */

import { signal } from "@preact/signals";
import { fileOf, onPaper, TableLink } from "../shared/paper.js";
import { html } from "../shared/ui.js";
import { Field } from "./form.js";
import { saveTable } from "./save.js";
import { o } from "./words.js";

/** @typedef {import("./store.js").Contest} Contest */
/** @typedef {{name: Exclude<keyof typeof o.papers, "town" | "townHint">, path: string}} Paper */

/** The town that diplomas name: the same on all of them. */
const town = signal("");
/** The longest that fits on a diploma. */
const TOWN = 60;

/** @param {string} path */
const inTown = (path) => (path.endsWith("/diplomas") && town.value.trim() ? `${path}?where=${encodeURIComponent(town.value.trim())}` : path);

/** @param {{papers: readonly Paper[]}} props */
export function Papers({ papers }) {
  const named = papers.filter((one) => one.path.endsWith("/diplomas")).map((one) => one.name);
  return html`${named.length > 0 ? html`<${Field} label=${o.papers.town} hint=${o.papers.townHint} input=${`where.${named[0]}`} value=${town.value} set=${(/** @type {string} */ text) => (town.value = text)} maxlength=${TOWN} />` : null}<nav class="links" aria-label=${o.papers.title}>
    ${papers.map(({ name, path }) =>
      path.endsWith("format=csv")
        ? html`<${TableLink} key=${name} path=${path} label=${o.papers[name]} name=${name} look="" />`
        : html`<a key=${name} href=${onPaper(inTown(path))} target="_blank" rel="noopener" data-paper=${name}>${o.papers[name]}</a>`,
    )}
  </nav>`;
}

/** @typedef {readonly (readonly (string | number)[])[]} Lines of a table, each as long as its head */

/**
 * Takes away as a table for a spreadsheet what only those with a token may read: it is made here, of what the page has, or of what it
 * reads for it where it shows the latest only.
 * @param {{label: string, columns: readonly string[], rows: Lines | (() => Promise<Lines>)}} props
 */
export function TakeTable({ label, columns, rows }) {
  if (typeof rows !== "function" && rows.length === 0) return null;
  const take = async () => saveTable(fileOf(label), [columns, ...(typeof rows === "function" ? await rows() : rows)]);
  return html`<div class="controls"><button type="button" class="quiet" data-action="csv" onClick=${() => void take()}>${label}</button></div>`;
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
export const ofStandings = ({ id, podium, stakes }) => [
  { name: "standings", path: `/v1/contests/${id}/standings?format=html` },
  ...(podium.length > 0 ? [/** @type {Paper} */ ({ name: "diplomas", path: `/print/contests/${id}/diplomas` })] : []),
  { name: "corrections", path: `/print/contests/${id}/corrections` },
  { name: "standingsCsv", path: `/v1/contests/${id}/standings?format=csv` },
  { name: "correctionsCsv", path: `/v1/contests/${id}/changes?format=csv` },
  ...(stakes ? [/** @type {Paper} */ ({ name: "settlementCsv", path: `/v1/contests/${id}/settlement?format=csv` })] : []),
];

/**
 * @param {string} championship
 * @returns {Paper[]}
 */
export const ofCards = (championship) => [
  { name: "cards", path: `/print/championships/${championship}/cards` },
  { name: "cardsCsv", path: `/v1/sanctions?championship=${championship}&format=csv` },
];

/**
 * @param {string} championship
 * @returns {Paper[]}
 */
export const ofChampionship = (championship) => [
  { name: "general", path: `/print/championships/${championship}/general` },
  { name: "generalDiplomas", path: `/print/championships/${championship}/diplomas` },
  { name: "generalCsv", path: `/v1/championships/${championship}?format=csv` },
];
