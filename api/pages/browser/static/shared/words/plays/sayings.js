/** Cards and what is done with them, put together from a language's words. */

/** @typedef {import("../../types.js").GameEvent} GameEvent */
/** @typedef {typeof import("../es.js").words} Words */
/** @typedef {"french" | "spanish"} Deck */
/**
 * @typedef {{attacker: string, defender: string | null, fallen: readonly string[], cost: readonly (string | null)[]}} Meeting an
 *   attack that was met, with the cards that it cost
 */

/**
 * The sayings of a language.
 * @param {Words} words
 */
export function sayings({ cardNames, deeds, cards: count, types }) {
  /**
   * @param {string} letter
   * @param {Deck} deck
   */
  const suit = (letter, deck) => (letter === "C" && deck === "french" ? cardNames.clubs : cardNames.suits[letter]);

  /**
   * @param {string | null} code
   * @param {Deck} deck
   */
  function card(code, deck) {
    if (code === null) return cardNames.unseen;
    if (code.startsWith("X")) return cardNames.joker(code.slice(1));
    const rank = code.slice(0, -1);
    const ranks = deck === "french" ? cardNames.french : cardNames.spanish;
    return cardNames.of(ranks[rank] ?? rank, suit(code.slice(-1), deck));
  }

  /** @param {Meeting} one */
  function meeting({ attacker, defender, fallen, cost }) {
    const name = (/** @type {string} */ one) => card(one, "spanish");
    const outcome = defender === null ? deeds.unblocked(name(attacker)) : deeds.against(name(attacker), name(defender));
    const effects = [
      fallen.length > 0 ? deeds.fall(fallen.length, fallen.map(name).join(` ${deeds.and} `)) : "",
      cost.length > 0 ? deeds.cost(cost.length) : "",
    ];
    return [outcome, effects.filter(Boolean).join(", ")].filter(Boolean).join(": ");
  }

  /**
   * The act of a player, as it is said at the table.
   * @param {GameEvent} event
   * @param {{deck: Deck, builds?: Record<string, number>}} about
   * @returns {string}
   */
  function does(event, about) {
    const name = (/** @type {any} */ one) => card(one, about.deck);
    const names = (/** @type {any} */ cards) => (cards ?? []).map(name).join(", ");
    const build = (/** @type {any} */ id) => (about.builds?.[id] ? deeds.buildOf(about.builds[id]) : deeds.buildNumbered(id));
    const cards = [names(event.cards), ...(event.builds ?? []).map(build)].filter(Boolean).join(` ${deeds.and} `);
    switch (event.type) {
      case "play":
        return name(event.card);
      case "trail":
        return deeds.trail(name(event.card));
      case "take":
        if (!event.card) return deeds.lift(cards);
        return cards ? deeds.take(cards, name(event.card)) : deeds.takeNothing(name(event.card));
      case "build":
        return deeds.build(event.value ?? 0, name(event.card), names(event.cards));
      case "duplicate":
        return deeds.duplicate(build(event.build), [name(event.card), names(event.cards)].filter(Boolean).join(", "));
      case "raise":
        return deeds.raise(build(event.build), event.value ?? 0, name(event.card));
      case "announce_last":
        return deeds.announceLast;
      case "cante":
        return deeds.cante(event.value ?? 0, event.suit ? suit(event.suit, about.deck) : null);
      case "exchange":
        return deeds.exchange;
      case "pass":
        return event.cards ? deeds.pass(names(event.cards)) : deeds.passed;
      case "deal":
        return event.turn_up ? deeds.turnUp(name(event.turn_up)) : event.table ? deeds.lay(names(event.table)) : deeds.deal;
      case "start":
        return deeds.show(
          (event.shown ?? []).map((/** @type {any} */ pair) => pair.map(name).join(` ${deeds.and} `)).join("; "),
        );
      case "income":
        return event.card ? deeds.income(name(event.card)) : deeds.incomeUnseen;
      case "hire":
        return deeds.hire(name(event.card));
      case "replica":
        return deeds.replica(names(event.cards));
      case "attack":
        return event.cards?.length ? deeds.attack(names(event.cards)) : deeds.noAttack;
      case "defend": {
        const blocks = (event.blocks ?? []).map((/** @type {any} */ one) => deeds.block(name(one.attacker), name(one.defender)));
        return blocks.length > 0 ? deeds.defend(blocks.join(", ")) : deeds.noDefence;
      }
      case "combat": {
        const attack = (event.facts ?? []).find((/** @type {any} */ fact) => fact.fact === "attack_met");
        return attack ? meeting(attack) : deeds.combat(name(event.attacker));
      }
      case "recover":
        return deeds.recover(count((event.cards ?? []).length), name(event.joker), name(event.card));
      case "end_turn":
        return deeds.endTurn;
      case "draw":
        return event.card ? deeds.drew(name(event.card)) : deeds.draw;
      case "reveal":
        return event.cards ? deeds.reveal(names(event.cards)) : deeds.revealHand;
      case "change":
        return deeds.change;
      case "timeout":
        return event.card ? deeds.timeout(name(event.card)) : deeds.timedOut;
      case "expose":
        return deeds.expose(name(event.card));
      case "sanction":
        return event.card === "black" ? deeds.black : deeds.yellow;
      case "announce":
        return event.what === "pum" ? deeds.pum : deeds.burbuja;
      default:
        return types[event.type] ?? event.type;
    }
  }

  return { card, suit, meeting, does };
}
