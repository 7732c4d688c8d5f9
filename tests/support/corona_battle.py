"""Random battles of Por la Corona. A seeded player chooses among the legal events, or breaks a rule as a referee would see it."""

from collections.abc import Iterator
from random import Random
from typing import Any

from referee.cards import bits
from referee.games.corona.handlers.hiring import answers, hireable
from referee.games.corona.rules import JOKERS, NUMBER, PACK, cost, ready, total
from referee.games.corona.state import CoronaState
from tests.support.table import Table

Json = dict[str, Any]
Packs = list[list[str]]


def number(card: str) -> int:
    """The number of a card by name; a joker's is 0."""
    return NUMBER[PACK.bit[card]]


def shuffle_packs(chance: Random, jokers: int = 2) -> tuple[Packs, Packs]:
    """Two packs (top first), and the bottom cards of every attempt to find the first player."""
    names = PACK.names[: 48 + jokers]
    bottoms: Packs = []
    while True:
        packs = [chance.sample(names, len(names)) for _ in range(2)]
        bottoms.append([pack[-1] for pack in packs])
        if number(bottoms[-1][0]) != number(bottoms[-1][1]):
            return packs, bottoms


def battle(
    chance: Random, jokers: int = 2, breaks: float = 0.0, house: Json | None = None
) -> Iterator[tuple[Table, Json]]:
    """A battle with known packs to its end: the table before each event, and the event, which the table then takes.

    `breaks` is the rate of broken rules, if one can be broken; `house` has house rules, by their parameters.
    """
    table = Table("corona", 2, params={"jokers": jokers, **(house or {})})
    packs, bottoms = shuffle_packs(chance, jokers)
    opening: list[Json] = [{"type": "start", "shown": bottoms}, {"type": "deal", "packs": packs}]
    while table.match.ledger.status == "open":
        event = opening.pop(0) if opening else move(chance, table, breaks)
        yield table, event
        table.tell(event)


def move(chance: Random, table: Table, breaks: float = 0.0) -> Json:
    """The next event, most often a legal one."""
    game = corona(table)
    if chance.random() < breaks:
        wrong = break_rule(chance, game)
        if wrong:
            return {**wrong, "observed": True}
    legal = table.moves()
    recovers = [event for event in legal if event["type"] == "recover"]
    plain = [event for event in legal if event["type"] != "recover"]
    event = chance.choice(recovers if recovers and chance.random() < 0.1 else plain)
    return choose(chance, event, game) if "choose" in event else event


def corona(table: Table) -> CoronaState:
    """The battle on this table."""
    game = table.match.state
    assert isinstance(game, CoronaState)
    return game


def choose(chance: Random, event: Json, game: CoronaState) -> Json:
    """A legal event out of a choice."""
    choose = event["choose"]
    base = {"type": event["type"], "seat": event["seat"]}
    match event["type"]:
        case "attack":
            return {**base, "cards": chance.sample(choose["cards"], chance.randint(0, choose["max"]))}
        case "replica":
            return {**base, "cards": exceeding(chance, choose["cards"], choose["exceed"])}
        case "defend":
            return defence(chance, base, choose["attackers"], choose["defenders"], game)
        case "combat":
            return {**base, "attacker": choose["attacker"]} | drawing(chance, choose["draws"])
    card = chance.choice(choose["cards"])
    count = min(number(card), len(choose["from"]))
    return {
        **base,
        "joker": chance.choice(choose["jokers"]),
        "card": card,
        "cards": chance.sample(choose["from"], count),
    }


def exceeding(chance: Random, cards: list[str], much: int) -> list[str]:
    """Some of the cards, with a total above a number."""
    names: list[str] = []
    for card in chance.sample(cards, len(cards)):
        if sum(map(number, names)) <= much:
            names.append(card)
    return names


def defence(chance: Random, base: Json, attackers: list[str], defenders: list[str], game: CoronaState) -> Json:
    """Some defenders for some attackers, and sometimes a number of cards to draw."""
    count = chance.randint(0, min(len(attackers), len(defenders)))
    pairs = zip(chance.sample(attackers, count), chance.sample(defenders, count), strict=True)
    blocks = [{"attacker": attacker, "defender": defender} for attacker, defender in pairs]
    blocked_attackers = {block["attacker"] for block in blocks}
    draws, left = 0, game.camps[1 - game.active].size
    for card in attackers:
        left -= cost(PACK.bit[card], card in blocked_attackers, game.abilities)
        # The first attacker that the pack cannot pay for ends the battle.
        draws += left >= 0 and card not in blocked_attackers and bool(PACK.bit[card] & game.abilities.draw)
    event: Json = {**base, "blocks": blocks}
    return event if game.one_by_one else event | drawing(chance, min(2 * draws, game.camps[game.active].size))


def drawing(chance: Random, most: int) -> Json:
    """A number of cards to draw, or nothing."""
    return {"draw": chance.randint(0, most)} if chance.random() < 0.5 else {}


def break_rule(chance: Random, game: CoronaState) -> Json | None:
    """An event that breaks a rule as a referee may see it; None if no rule can be broken."""
    seat = game.active
    hand = game.knowledge.known_cards[seat] & ~JOKERS
    army = PACK.cards(game.camps[seat].army)
    events: list[Json] = []
    if game.phase == "hire":
        dear = PACK.cards(hand & ~hireable(game, hand))
        events += [{"type": "hire", "seat": seat, "card": card} for card in dear]
        fresh = PACK.cards(game.camps[seat].army & ~ready(game.camps[seat].army, game.hires, game.abilities))
        events += [{"type": "attack", "seat": seat, "cards": [card]} for card in fresh]
        events += list(second_replicas(game))
    elif game.phase == "end":
        events.append({"type": "attack", "seat": seat, "cards": chance.sample(army, chance.randint(0, len(army)))})
    elif game.phase == "defend" and game.attackers:
        attacker = PACK.name(game.attackers[0])
        turned_cards = PACK.cards(game.camps[1 - seat].turned)
        blocks = [[{"attacker": attacker, "defender": card}] for card in turned_cards]
        events += [{"type": "defend", "seat": 1 - seat, "blocks": block} for block in blocks]
    kinds = sorted({event["type"] for event in events})
    kind = chance.choice(kinds) if kinds else None
    return chance.choice([event for event in events if event["type"] == kind]) if kind else None


def second_replicas(game: CoronaState) -> Iterator[Json]:
    """A second replica of the turn, with the whole hand."""
    seat = 1 - game.active
    cards = game.knowledge.known_cards[seat] & ~JOKERS
    due = game.answerable and game.has_replied and not game.income & JOKERS
    if due and not answers(game) and total(cards) > NUMBER[game.answerable]:
        yield {"type": "replica", "seat": seat, "cards": list(PACK.cards(cards))}


def without_packs(event: Json, facts: list[Any], chance: Random | None = None) -> Json:
    """The same event from a referee that knows no pack. With `chance`, some of the lost cards are missing too."""
    event = {key: value for key, value in event.items() if key not in {"packs", "hands", "pack", "seed"}}
    if event["type"] == "income":
        turned_cards = [fact.card for fact in facts if fact.__struct_config__.tag == "income_turned"]
        return {**event, "card": turned_cards[0]} if turned_cards else event
    if event["type"] in {"defend", "combat"}:
        lost_cards = [card for fact in facts if fact.__struct_config__.tag == "attack_met" for card in fact.cost]
        if chance:
            lost_cards = [card if chance.random() < 0.8 else None for card in lost_cards]
        return {**event, "lost": lost_cards} if lost_cards else event
    return event


def in_steps(event: Json, facts: list[Any], with_losses: bool) -> Iterator[Json]:
    """A whole defence as separate combats. With `with_losses`, each names its lost cards."""
    yield {key: value for key, value in event.items() if key not in {"lost", "draw"}}
    for at, fact in enumerate(facts):
        if fact.__struct_config__.tag == "attack_met":
            draw_counts = [one.count for one in facts[at + 1 : at + 2] if one.__struct_config__.tag == "pack_drawn"]
            step = {"type": "combat", "seat": event["seat"], "attacker": fact.attacker, "draw": sum(draw_counts)}
            yield step | {"lost": list(fact.cost)} if with_losses else step


def places(game: CoronaState, seat: int) -> list[int]:
    """Every place in which the log knows a card of this seat, as masks: hand, pack, cementerio, army, out."""
    camp = game.camps[seat]
    return [game.knowledge.known_cards[seat], sum(camp.order or []), camp.cementerio, camp.army, camp.aside]


def count(game: CoronaState, seat: int) -> list[int]:
    """The number of this seat's cards in each of these places."""
    camp = game.camps[seat]
    lying = [camp.army.bit_count(), camp.aside.bit_count()]
    return [game.knowledge.size[seat], camp.size, game.cementerio_size(seat), *lying]


def hand(game: CoronaState, seat: int) -> list[str]:
    """The cards known of a hand, by name."""
    return [PACK.name(card) for card in bits(game.knowledge.known_cards[seat])]
