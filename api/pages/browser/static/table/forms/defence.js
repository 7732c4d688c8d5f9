/** The pairs of attackers and defenders, the cards that fall from the pack, and the cards that the attacker draws. */

import { useState } from "preact/hooks";
import { Face } from "../../shared/cards.js";
import { Chips, html } from "../../shared/ui.js";
import { w } from "../../shared/words.js";
import { records } from "../hooks.js";
import { ChoicePad } from "../pad.js";
import { tollsOf } from "./tolls.js";

/** @typedef {import("../store.js").Table} Table */
/** @typedef {import("../../shared/types.js").GameEvent} GameEvent */
/** @typedef {"attacker" | "defender" | "lost"} Target */

/** @param {{table: Table, entry: GameEvent}} props */
export function Defence({ table, entry }) {
  const { choose, ...given } = entry;
  const [pairs, setPairs] = useState(/** @type {Record<string, string>} */ ({}));
  const [attacker, setAttacker] = useState(/** @type {string | null} */ (null));
  const [target, setTarget] = useState(/** @type {Target} */ ("attacker"));
  const [cards, setCards] = useState(/** @type {(string | null)[]} */ ([]));
  const [draw, setDraw] = useState(/** @type {number | null} */ (null));
  const attackers = /** @type {string[]} */ (choose?.attackers ?? []);
  const defenders = /** @type {string[]} */ (choose?.defenders ?? []);
  const { due, most } = tollsOf(choose ?? {}, (one) => pairs[one] !== undefined);
  const losses = Array.from({ length: due }, (_, i) => cards[i] ?? null);
  const event = {
    ...given,
    blocks: attackers.filter((one) => pairs[one]).map((one) => ({ attacker: one, defender: pairs[one] })),
    ...(choose?.tolls ? { lost: losses } : {}),
    ...(choose?.draw_at_most === undefined ? {} : { draw: Math.min(draw ?? most, most) }),
  };
  const pickAttacker = (/** @type {string} */ card) => {
    const { [card]: _, ...others } = pairs;
    setPairs(others);
    setAttacker(card);
    setTarget("defender");
  };
  const pickDefender = (/** @type {string} */ card) => {
    const free = Object.fromEntries(Object.entries(pairs).filter(([, one]) => one !== card));
    const against = attacker ?? attackers.find((one) => !free[one]);
    setPairs(against ? { ...free, [against]: card } : free);
    setAttacker(null);
    setTarget("attacker");
  };
  return html`<section class="form">
    <div class="controls">
      <button ...${records(table, event)} class="main">${attackers.length === 0 ? w.defence.none : w.defence.confirm}</button>
    </div>
    ${attackers.length > 0
      ? html`
          <p class="hint">${w.defence.hint}</p>
          <${Row}
            table=${table}
            title=${w.defence.attackers}
            target="attacker"
            on=${target}
            setTarget=${setTarget}
            cards=${attackers}
            zone="front"
            seat=${1 - (given.seat ?? 0)}
            isPressed=${(/** @type {string} */ card) => card === attacker}
            mates=${pairs}
            choose=${pickAttacker}
          />
          <${Row}
            table=${table}
            title=${w.defence.defenders}
            target="defender"
            on=${target}
            setTarget=${setTarget}
            cards=${defenders}
            zone="army"
            seat=${given.seat}
            isPressed=${(/** @type {string} */ card) => Object.values(pairs).includes(card)}
            mates=${{}}
            choose=${pickDefender}
          />
        `
      : null}
    ${most > 0
      ? html`<${Chips}
          legend=${w.defence.target.draw}
          input="draw"
          value=${Math.min(draw ?? most, most)}
          choose=${setDraw}
          options=${Array.from({ length: most + 1 }, (_, n) => ({ value: n, label: n }))}
        />`
      : null}
    ${due > 0
      ? html`
          <button
            type="button"
            class="target"
            data-target="lost"
            aria-pressed=${String(target === "lost")}
            onClick=${() => setTarget("lost")}
          >${w.defence.lost(due)}</button>
          <div class="row">${losses.map((card, i) => html`<span key=${i} class="card still"><${Face} card=${card} /></span>`)}</div>
          ${target === "lost" ? html`<${FallenCards} table=${table} cards=${cards} setCards=${setCards} due=${due} />` : null}
        `
      : null}
  </section>`;
}

/**
 * @param {{
 *   table: Table,
 *   title: string,
 *   target: Target,
 *   on: Target,
 *   setTarget: (target: Target) => void,
 *   cards: string[],
 *   zone: string,
 *   seat?: number,
 *   isPressed: (card: string) => boolean,
 *   mates: Record<string, string>,
 *   choose: (card: string) => void,
 * }} props
 */
function Row({ table, title, target, on, setTarget, cards, zone, seat, isPressed, mates, choose }) {
  return html`<div class="side">
    <button
      type="button"
      class="target"
      data-target=${target}
      aria-pressed=${String(on === target)}
      onClick=${() => setTarget(target)}
    >${title}</button>
    <div class="row">
      ${cards.map((card) => html`<span key=${card} class="pair">
        <button
          type="button"
          class="card"
          data-card=${card}
          data-zone=${zone}
          data-seat=${seat}
          aria-pressed=${String(isPressed(card))}
          aria-label=${w.card(card, "spanish")}
          disabled=${table.busy.value}
          onClick=${() => choose(card)}
        ><${Face} card=${card} /></button>
        ${mates[card] ? html`<span class="card still"><${Face} card=${mates[card]} /></span>` : null}
      </span>`)}
    </div>
  </div>`;
}

/**
 * The cards that fell, in order. A tap of its own stands for an unseen card. A card without a tap counts as unseen.
 * @param {{table: Table, cards: (string | null)[], setCards: (cards: (string | null)[]) => void, due: number}} props
 */
export function FallenCards({ table, cards, setCards, due }) {
  const add = (/** @type {string | null} */ card) => setCards(cards.length < due ? [...cards, card] : cards);
  return html`
    <div class="controls">
      <button type="button" data-card="null" data-zone="pack" onClick=${() => add(null)}>${w.unseen}</button>
      <button type="button" class="quiet" data-clear onClick=${() => setCards([])}>${w.clear}</button>
    </div>
    <${ChoicePad}
      table=${table}
      cards=${table.ruleset.value?.cards ?? []}
      zone="pack"
      picks=${cards.filter((card) => card !== null)}
      choose=${add}
    />
  `;
}
