/**
 * The effect of a decision before it is made, in words. Each row has the rule that decides it, and the text of the rulebook.
 */

import { k } from "../../shared/contests/words.js";
import { withSign } from "../../shared/figures.js";
import { html, pieces } from "../../shared/ui.js";
import { joinNames, textOf } from "../../shared/words.js";
import { figureName, stepName } from "./names.js";
import { changesOf } from "./model/changes.js";
import { ruleOf } from "./model/ties.js";
import { p } from "./words.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../store.js").Contest} Contest */
/** @typedef {import("./model/changes.js").Change} Change */
/** @typedef {import("../../shared/types.js").Somebody} Somebody */

/**
 * @param {{
 *   store: Store,
 *   difference: import("./model/changes.js").Difference,
 *   contest: Contest | null,
 *   tables: readonly (readonly import("../../shared/types.js").Row[])[],
 * }} props
 */
export function Changes({ store, difference, contest, tables }) {
  const changes = changesOf(difference, tables);
  const rules = [
    ...new Set(
      changes.flatMap((one) =>
        one.kind === "row" && one.step && one.before !== one.after && contest
          ? [ruleOf(one.step, store.rulesOf(contest), (tables[0]?.[0]?.ptos ?? undefined) !== undefined)]
          : [],
      ),
    ),
  ];
  return html`<div class="changes" data-difference>
    <h3>${p.changes.title}</h3>
    <ul>
      ${changes.map((one, n) => html`<li key=${n} class=${`change is-${one.kind}`} data-change=${one.kind}>
        ${sentence(store, one, contest)}
      </li>`)}
    </ul>
    <${Rules} store=${store} codes=${rules} />
  </div>`;
}

/**
 * One statement, as a sentence.
 * @param {Store} store
 * @param {Change} one
 * @param {Contest | null} contest
 */
function sentence(store, one, contest) {
  const c = p.changes;
  const names = (/** @type {readonly Somebody[]} */ people) => joinNames(people.map((person) => store.name(person)));
  switch (one.kind) {
    case "phase":
      return c.phase(k.phases[one.before], k.phases[one.after]);
    case "voided":
      return c.voided(k.kinds[one.of], names(one.entrants));
    case "through":
      return [
        one.comes.length > 0 ? c.comes(names(one.comes), one.comes.length > 1) : "",
        one.goes.length > 0 ? c.goes(names(one.goes), one.goes.length > 1) : "",
      ]
        .filter(Boolean)
        .join(" ");
    case "podium":
      return one.places.length > 0
        ? c.podium(one.places.map((step) => c.step(step.place, store.name(step.player), step.points)).join(", "))
        : c.noPodium;
    case "tie":
      return (one.opens ? c.opens : c.closes)(names(one.players), one.place);
    case "row":
      return row(store.name(one.player), one, contest?.ruleset ?? "");
    case "stakes":
      return c.stakes(
        one.nets
          .map(({ player, before, after }) =>
            c.net(store.name(player), before === null ? null : withSign(before), after === null ? null : withSign(after)),
          )
          .join(", "),
      );
    case "general": {
      const name = store.name(one.player);
      const move = one.after
        ? c.general(name, one.before?.place ?? null, one.after.place, one.before?.points ?? 0, one.after.points)
        : c.leaves(name);
      return one.cards === 0 ? `${move}.` : `${move} · ${c.cards(one.cards)}.`;
    }
    case "pairings":
      return c.pairings(one.round, one.pairs.map((pair) => p.players(pair.map((person) => store.name(person)))));
    case "unscored":
      return c.unscored;
    default:
      return c.nothing;
  }
}

/**
 * @param {string} name
 * @param {Extract<Change, {kind: "row"}>} change
 * @param {string} ruleset
 */
function row(name, { before, after, figures, step }, ruleset) {
  const c = p.changes;
  const move =
    after === null
      ? c.leaves(name)
      : before === null
        ? c.enters(name, after)
        : before === after
          ? c.stays(name, after)
          : c.moves(name, before, after);
  // A change of entrants gives all figures or none, which says nothing. The tie itself says that a place is open.
  const figureLines =
    before === null || after === null ? [] : figures.map((one) => c.figure(figureName(one.name, ruleset), one.before, one.after));
  const by = step && step !== "open" && after !== null && before !== after ? [stepName(step, ruleset)] : [];
  const parts = [move, ...figureLines, ...by];
  return pieces(parts.map((one, n) => (n === parts.length - 1 ? `${one}.` : one)));
}

/**
 * The text of the rulebook, for a reader that asks.
 * @param {{store: Store, codes: readonly string[]}} props
 */
export function Rules({ store, codes }) {
  const clauses = codes.flatMap((code) => store.clauses.value.filter((one) => one.code === code));
  if (clauses.length === 0) return null;
  return html`<details class="rules">
    <summary data-open="rules">${p.rule}</summary>
    ${clauses.map((one) => html`<blockquote key=${one.code} data-rule=${one.code}>
      <p>${textOf(one)}</p>
      ${one.ruling ? html`<p><b>${p.ruling}.</b> ${textOf(one.ruling)}</p>` : null}
      <footer><small>${one.source}</small></footer>
    </blockquote>`)}
  </details>`;
}
