/** The papers and spreadsheets of the matches of a contest, of its standings and of the championship. */

import { signal } from "@preact/signals";
import { k } from "../shared/contests/words.js";
import { onPaper } from "../shared/paper.js";
import { fileOf, TableLink } from "../shared/tablelink.js";
import { html } from "../shared/ui.js";
import { Field } from "./form.js";
import { printPaper } from "./printing.js";
import { saveTable } from "./save.js";
import { moment, o } from "./words.js";

/** @typedef {import("./store.js").Contest} Contest */
/** @typedef {{name: Exclude<keyof typeof o.papers, "town" | "townHint">, path: string}} Paper */

/** The town on the diplomas. It is the same on all of them. */
const town = signal("");
/** Length of the longest name of a town that fits on a diploma. */
const TOWN = 60;

/** @param {string} path */
const inTown = (path) =>
  path.endsWith("/diplomas") && town.value.trim() ? `${path}?where=${encodeURIComponent(town.value.trim())}` : path;

/** @param {{papers: readonly Paper[]}} props */
export function Papers({ papers }) {
  const diplomas = papers.filter((one) => one.path.endsWith("/diplomas")).map((one) => one.name);
  return html`
    ${diplomas.length > 0
      ? html`<${Field}
          label=${o.papers.town}
          hint=${o.papers.townHint}
          input=${`where.${diplomas[0]}`}
          value=${town.value}
          set=${(/** @type {string} */ text) => (town.value = text)}
          maxlength=${TOWN}
        />`
      : null}
    <nav class="links" aria-label=${o.papers.title}>
      ${papers.map(({ name, path }) =>
        path.endsWith("format=csv")
          ? html`<${TableLink} key=${name} path=${path} title=${o.papers[name]} name=${name} look="" />`
          : html`<a key=${name} href=${onPaper(inTown(path))} target="_blank" rel="noopener" data-paper=${name}>
              ${o.papers[name]}
            </a>`,
      )}
    </nav>
  `;
}

/** @typedef {readonly (readonly (string | number)[])[]} Lines are the rows of a table, each as long as its head */

/**
 * Takes a table away for a spreadsheet or on paper. Only holders of a token may read it, so the page makes it. It uses the data
 * of the page, or reads all of them where the page shows only the latest.
 *
 * @param {{
 *   store: import("./store.js").Store,
 *   title: string,
 *   columns: readonly string[],
 *   rows: Lines | (() => Promise<Lines>),
 * }} props
 */
export function TakeTable({ store, title, columns, rows }) {
  if (typeof rows !== "function" && rows.length === 0) return null;
  const all = async () => (typeof rows === "function" ? await rows() : rows);
  const take = async () => saveTable(fileOf(title), [columns, ...(await all())]);
  const printList = async () => printPaper(html`<${Listing}
    title=${title}
    of=${store.view.value?.name ?? ""}
    columns=${columns}
    rows=${await all()}
  />`);
  return html`<div class="controls">
    <button type="button" class="quiet" data-action="csv" onClick=${() => void take()}>${k.sheet(title)}</button>
    <button type="button" class="quiet" data-action="print" onClick=${() => void printList()}>${o.papers.print(title)}</button>
  </div>`;
}

/** @param {{title: string, of: string, columns: readonly string[], rows: Lines}} props */
const Listing = ({ title, of, columns, rows }) => html`<article class="listing">
  <h1>${title}</h1>
  <p>${[of, moment(new Date().toISOString())].filter(Boolean).join(" · ")}</p>
  <table>
    <thead><tr>${columns.map((one) => html`<th key=${one} scope="col">${one}</th>`)}</tr></thead>
    <tbody>${rows.map((row, n) => html`<tr key=${n}>${row.map((cell, m) => html`<td key=${m}>${cell}</td>`)}</tr>`)}</tbody>
  </table>
</article>`;

/**
 * The lists of the last round that is published, where a contest is in rounds.
 * @param {string} id of the contest
 * @param {Contest["fixtures"]} fixtures
 * @returns {Paper[]}
 */
function ofRound(id, fixtures) {
  const last = Math.max(0, ...fixtures.filter((one) => one.kind === "round").map((one) => one.round));
  if (last === 0) return [];
  return [
    { name: "round", path: `/print/contests/${id}/rounds/${last}` },
    { name: "roundCsv", path: `/v1/contests/${id}/rounds/${last}?format=csv` },
  ];
}

/**
 * @param {Contest} contest
 * @returns {Paper[]}
 */
export const ofMatches = ({ id, fixtures }) => [
  ...ofRound(id, fixtures),
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
  ...(stakes
    ? [
        /** @type {Paper} */ ({ name: "settlement", path: `/print/contests/${id}/settlement` }),
        /** @type {Paper} */ ({ name: "settlementCsv", path: `/v1/contests/${id}/settlement?format=csv` }),
      ]
    : []),
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
