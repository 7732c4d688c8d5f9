/** The tables of contests and of a championship, as all pages show them. */

import { html } from "../ui.js";
import { displayName } from "./people.js";
import { language } from "../language.js";
import { k } from "./words.js";

/** @typedef {import("../types.js").Row} Row */
/** @typedef {import("../types.js").Person} Person a row of the persons of a contest of teams */
/** @typedef {import("../types.js").GeneralRow} GeneralRow */
/** @typedef {import("../types.js").Podium} Podium */
/** @typedef {import("../types.js").Standings} Standings */
/** @typedef {Record<string, string>} Tallies the titles of a game's tallies, by name */

/** The averages of a comparison for a repesca, each with the figure of a table that has its name. */
const AVERAGES = /** @type {const} */ ([
  ["wins", "g"],
  ["diff", "diff"],
  ["made", "f"],
]);
/** Fields of a row that are no figure. */
const OTHER = new Set(["place", "player", "decided_by", "above_by", "qualified", "sanctions", "tie_breaks", "team"]);
const SHOWN = ["j", "g", "e", "p", "f", "c", "diff", "ptos", "points"];
const BRIEF = new Set(["j", "diff", "ptos", "points"]);
/** The figures that some tie-breaks come to, unless points are bad or matches were won without being played. */
const REPEATED = /** @type {const} */ ({ difference: "diff", for: "f", wins: "g" });
const MEDALS = /** @type {const} */ ([
  ["golds", "gold"],
  ["silvers", "silver"],
  ["bronzes", "bronze"],
]);

/**
 * The figures in the rows of a table: those of every game first, then those of its own.
 * @param {readonly (Row | Person)[]} rows
 * @param {boolean} brief only what decides most often
 */
export function figuresOf(rows, brief) {
  const there = Object.keys(rows[0] ?? {}).filter((name) => !OTHER.has(name));
  const names = SHOWN.filter((name) => there.includes(name) && (!brief || BRIEF.has(name)));
  const ties = tieBreaksOf(rows);
  return [...names, ...(brief ? ties.slice(0, 1) : ties), ...there.filter((name) => !SHOWN.includes(name))];
}

/**
 * The tie-breaks with a figure of their own, the first that parts first.
 * @param {readonly (Row | Person)[]} rows
 */
function tieBreaksOf(rows) {
  const other = /** @type {Record<string, "diff" | "f" | "g" | undefined>} */ (REPEATED);
  const isRepeated = (/** @type {string} */ name) => {
    const repeats = other[name];
    return repeats !== undefined && rows.every((row) => row.tie_breaks?.[name] === row[repeats]);
  };
  return Object.keys(rows[0]?.tie_breaks ?? {}).filter((name) => !isRepeated(name));
}

/**
 * A figure of a row.
 * @param {Row | Person} row
 * @param {string} name
 */
const figureIn = (row, name) => row.tie_breaks?.[name] ?? /** @type {any} */ (row)[name];

/**
 * The tables of a contest: one, or one for each group. Of a contest in stages: the order of all, once there are several stages,
 * then the tables of each, the latest first. Those of the latest are in the order of all already, unless they are groups. Where one
 * line sits and the other moves on, the table of each comes after that of both. That of the persons of teams comes last.
 * @param {Standings} standings
 * @returns {readonly {rows: readonly (Row | Person)[], caption: string}[]}
 */
export function captionedTables(standings) {
  const stages = standings.stages ?? [];
  const shown = stages.map((one, n) => ({ one, n })).filter(({ one, n }) => n < stages.length - 1 || one.groups || one.lines || n === 0);
  return [
    ...(stages.length === 1 ? [] : withLines(standings, "")),
    ...shown.reverse().flatMap(({ one, n }) => withLines(one, stages.length > 1 ? k.stage(n + 1) : "")),
    ...(standings.persons ? [{ rows: standings.persons, caption: k.persons }] : []),
  ];
}

/**
 * @param {Pick<Standings, "rows" | "groups" | "lines">} table of a contest, or of a stage
 * @param {string} stage
 */
const withLines = (table, stage) => [
  ...groupsOf(table, table.lines ? beside(stage, k.lines.both) : stage),
  ...(table.lines ?? []).map(({ rows, line }) => ({ rows, caption: beside(stage, k.lines[line]) })),
];

/** Two parts of a caption, the first of which may be empty. @param {string} stage @param {string} own */
const beside = (stage, own) => (stage ? `${stage} · ${own}` : own);

/**
 * @param {Pick<Standings, "rows" | "groups">} table of a contest, or of a stage
 * @param {string} stage
 */
const groupsOf = ({ rows, groups }, stage) =>
  rows
    ? [{ rows, caption: stage }]
    : (groups ?? []).map((one, n) => ({ rows: one.rows, caption: beside(stage, k.group(n + 1)) }));

/**
 * The rows in which each entrant stands once: of the table of a contest, or of its groups.
 * @param {Standings} standings
 */
export const tablesOf = (standings) =>
  groupsOf(standings.stages?.length === 1 ? standings.stages[0] : standings, "").map((one) => one.rows);

/**
 * The rule that left a row where it is, in words.
 * @param {string | null} step
 * @param {Tallies} tallies
 */
export const decidedBy = (step, tallies) => (step === null ? "" : (k.steps[step] ?? k.by((tallies[step] ?? step).toLocaleLowerCase(language))));

/**
 * Words for rows that no step has parted. They are level while results are missing, and share the place in the end.
 *
 * @param {string} phase
 * @param {boolean} provisional
 */
export const levelWord = (phase, provisional) => (phase === "finished" ? k.share : provisional ? k.levelForNow : k.steps.open);

/**
 * The weight of a figure on a small screen: the main one, or one that can be left out.
 * @param {string} name
 */
const weight = (name) => (name === "ptos" || name === "points" ? "main" : BRIEF.has(name) ? "" : "more");

/** The heads of the columns that every table begins with. */
const first = () => html`<th scope="col"><abbr title=${k.place}>#</abbr></th>
  <th scope="col" class="name">${k.player}</th>`;

/**
 * @param {{
 *   rows: readonly (Row | Person)[],
 *   tallies: Tallies,
 *   caption: string,
 *   brief?: boolean,
 *   level?: string,
 *   person?: (one: import("../types.js").Somebody) => any,
 * }} props
 */
export function StandingsTable({ rows, tallies, caption, brief = false, level = k.steps.open, person = displayName }) {
  const figures = figuresOf(rows, brief);
  const ofPersons = Boolean(rows[0]?.team);
  const hasCards = !brief && !ofPersons;
  const classOf = (/** @type {string} */ name) => (ofPersons && name === "boards" ? "main" : weight(name));
  return html`<table class="standings">
    <caption>${caption}</caption>
    <thead>
      <tr>
        ${first()}
        ${figures.map((name) => html`<th key=${name} scope="col" class=${classOf(name)}>
          <abbr title=${k.figures[name]?.long ?? tallies[name] ?? name}>${k.figures[name]?.short ?? tallies[name] ?? name}</abbr>
        </th>`)}
        ${hasCards ? html`<th scope="col"><abbr title=${k.cards}>${k.figures.sanctions.short}</abbr></th>` : null}
      </tr>
    </thead>
    <tbody>
      ${rows.map((row) => html`<tr key=${row.player.id} class=${row.qualified ? "through" : ""} data-player=${row.player.id}>
        <td class="place">${row.place}</td>
        <th scope="row" class="name">
          ${person(row.player)} ${row.qualified ? html`<span class="badge">${k.through}</span>` : null}
          ${brief
            ? null
            : html`<small>${row.team ? `${row.team.name} · ` : ""}${
                row.decided_by !== "open" ? decidedBy(row.decided_by, tallies) : row.j === 0 ? "" : level
              }</small>`}
        </th>
        ${figures.map((name) => html`<td key=${name} class=${classOf(name)}>${figureIn(row, name)}</td>`)}
        ${hasCards ? html`<td>${row.sanctions}</td>` : null}
      </tr>`)}
    </tbody>
  </table>`;
}

/**
 * The comparisons of those that were not among the first of their groups, where some of them play on; the latest stage first.
 * @param {{standings: Standings, person?: (one: import("../types.js").Somebody) => any}} props
 */
export function Repescas({ standings, person = displayName }) {
  const stages = standings.stages ?? [];
  const captioned = stages.map(({ repesca }, n) => ({ rows: repesca, caption: beside(stages.length > 1 ? k.stage(n + 1) : "", k.repesca) }));
  return [{ rows: standings.repesca, caption: k.repesca }, ...captioned.reverse()].map(({ rows, caption }) =>
    rows ? html`<${Repesca} key=${caption} rows=${rows} caption=${caption} person=${person} />` : null,
  );
}

/**
 * @param {{
 *   rows: NonNullable<Standings["repesca"]>,
 *   caption: string,
 *   person: (one: import("../types.js").Somebody) => any,
 * }} props
 */
function Repesca({ rows, caption, person }) {
  const averages = AVERAGES.filter(([name]) => rows.some((row) => row[name] !== null));
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${caption} data-repesca>
    <table class="standings">
      <caption>${caption}</caption>
      <thead>
        <tr>
          ${first()}
          ${averages.map(([name, figure]) => html`<th key=${name} scope="col">
            <abbr title=${k.figures[figure].long}>${k.figures[figure].short}</abbr>
          </th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map((row) => html`<tr key=${row.player.id} class=${row.qualified ? "through" : ""}>
          <td class="place">${row.place}</td>
          <th scope="row" class="name">
            ${person(row.player)} ${row.qualified ? html`<span class="badge">${k.through}</span>` : null}
            <small>${k.group(row.group)} · ${k.place} ${row.group_place}</small>
          </th>
          ${averages.map(([name]) => html`<td key=${name}>${row[name]}</td>`)}
        </tr>`)}
      </tbody>
    </table>
  </div>`;
}

/**
 * @param {{rows: readonly GeneralRow[], caption: string, person?: (one: import("../types.js").Somebody) => any}} props
 */
export function GeneralTable({ rows, caption, person = displayName }) {
  return html`<table class="standings general">
    <caption>${caption}</caption>
    <thead>
      <tr>
        ${first()}
        <th scope="col"><abbr title=${k.figures.points.long}>${k.figures.points.short}</abbr></th>
        ${MEDALS.map(([name, kind]) => html`<th key=${name} scope="col">
          <span class=${`medal ${kind}`} role="img" aria-label=${k[name]}></span>
        </th>`)}
        <th scope="col"><abbr title=${k.cards}>${k.figures.sanctions.short}</abbr></th>
      </tr>
    </thead>
    <tbody>
      ${rows.map((row) => html`<tr key=${row.player.id} data-player=${row.player.id}>
        <td class="place">${row.place}</td>
        <th scope="row" class="name">${person(row.player)}</th>
        <td class="main">${row.points}</td>
        ${MEDALS.map(([name]) => html`<td key=${name}>${row[name]}</td>`)}
        <td>${row.sanctions}</td>
      </tr>`)}
    </tbody>
  </table>`;
}

/** @param {{podium: readonly Podium[], person?: (one: import("../types.js").Somebody) => any}} props */
export function PodiumSteps({ podium, person = displayName }) {
  return html`<ol class="podium">
    ${podium.map(
      (step) => html`<li key=${step.player.id} data-place=${step.place}>
        <b class="step">${step.place}</b>
        <span class="winner">${person(step.player)}</span>
        <small>${k.points(step.points)}</small>
      </li>`,
    )}
  </ol>`;
}
