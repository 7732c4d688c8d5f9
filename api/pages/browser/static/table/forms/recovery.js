/** A joker and another card leave the match, and cards of the cementerio return to the pack. */

import { useState } from "preact/hooks";
import { numberOf } from "../../shared/cards.js";
import { html } from "../../shared/ui.js";
import { w } from "../../shared/words.js";
import { menuWord } from "../controls.js";
import { records } from "../hooks.js";
import { ChoicePad } from "../pad.js";

/** @typedef {import("../store.js").Table} Table */
/** @typedef {import("../../shared/types.js").GameEvent} GameEvent */
/** @typedef {"jokers" | "card" | "cards"} Target */

const HOOK = { jokers: "jokers", card: "cards", cards: "from" };

/** @param {{table: Table, entry: GameEvent}} props */
export function Recovery({ table, entry }) {
  const { choose, ...given } = entry;
  const pack = table.ruleset.value?.cards ?? [];
  const [joker, setJoker] = useState(/** @type {string | null} */ (null));
  const [card, setCard] = useState(/** @type {string | null} */ (null));
  const [back, setBack] = useState(/** @type {string[]} */ ([]));
  const [target, setTarget] = useState(/** @type {Target} */ ("jokers"));
  const lying = /** @type {string[]} */ (choose?.from ?? choose?.named ?? []);
  const unseen = /** @type {number} */ (choose?.unseen ?? 0);
  const due = card === null ? 0 : Math.min(numberOf(card), lying.length + unseen);
  const choices = {
    jokers: choose?.jokers ?? pack.filter((one) => numberOf(one) === 0),
    card: choose?.cards ?? pack.filter((one) => numberOf(one) > 0),
    cards: unseen > 0 ? pack.filter((one) => one !== card && one !== joker) : lying,
  };
  const pick = (/** @type {string} */ one) => {
    if (target === "jokers") {
      setJoker(one);
      setTarget("card");
    } else if (target === "card") {
      setCard(one);
      setBack([]);
      setTarget("cards");
    } else {
      setBack(back.includes(one) ? back.filter((each) => each !== one) : [...back, one].slice(-due || back.length));
    }
  };
  const ready = joker !== null && card !== null && back.length === due;
  const picks = { jokers: joker ? [joker] : [], card: card ? [card] : [], cards: back };
  const zone = target === "cards" ? "cementerio" : (target === "jokers" ? choose?.jokers : choose?.cards) ? "hand" : "pad";
  const event = { ...given, joker, card, cards: back };
  return html`<section class="form">
    <h3>${table.name(given.seat ?? 0)}: ${menuWord(given.type)}</h3>
    <div class="targets">
      ${/** @type {Target[]} */ (["jokers", "card", "cards"]).map((one) => html`<button
        type="button"
        key=${one}
        class="target"
        data-target=${HOOK[one]}
        data-field=${one}
        aria-pressed=${String(target === one)}
        onClick=${() => setTarget(one)}
      >
        ${w.recovery.target[one]}
        <small>
          ${one === "cards" ? w.recovery.need(due, back.length) : picks[one].map((each) => w.card(each, "spanish")).join("")}
        </small>
      </button>`)}
    </div>
    ${ready
      ? html`<div class="controls">
          <button ...${records(table, /** @type {any} */ (event))} class="main">${w.recovery.confirm}</button>
        </div>`
      : null}
    <${ChoicePad}
      table=${table}
      cards=${choices[target]}
      zone=${zone}
      seat=${given.seat}
      picks=${picks[target]}
      choose=${pick}
    />
  </section>`;
}
