"""Attack, defence, and what comes of it (corona.attack to corona.bastos)."""

from typing import TYPE_CHECKING

from referee.errors import Breach
from referee.games.corona import refusals
from referee.games.corona.events import Attack, Defend
from referee.games.corona.facts import AttackMet
from referee.games.corona.refusals import ATTACK, DEFEND
from referee.games.corona.rules import OROS, PACK, SUIT_CARDS, cost, fallen, may_draw, ready
from referee.match.ledger import Evidence
from referee.match.vocabulary import Fact, InfractionProven
from referee.text import Text

if TYPE_CHECKING:
    from referee.games.corona.game import Corona
    from referee.match.state import Facts

Blocks = dict[int, int]
"""The defender of each attacker that has one."""


# The attack


def attacks_wrongly(game: "Corona", seat: int, cards: int) -> bool:
    """Whether this attack is the second of the turn, or has cards hired in it (corona.attack)."""
    return game.phase != "hire" or bool(cards & ~ready(game.camps[seat].army, game.hired))


def check_attack(game: "Corona", event: Attack, at: int) -> Breach | None:
    seat = event.seat
    game.need_turn(seat, ("hire", "end"), ATTACK)
    army = game.camps[seat].army
    cards = PACK.mask(event.cards)
    if cards & ~army or cards.bit_count() != len(event.cards):
        refusals.refuse_army(seat, cards & ~army, ATTACK)
    if not attacks_wrongly(game, seat, cards):
        return None
    fresh = cards & ~ready(army, game.hired)
    return refusals.wrong_attack(seat, fresh if game.phase == "hire" else 0, event.observed)


def apply_attack(game: "Corona", event: Attack, at: int) -> "Facts":
    seat = event.seat
    cards = PACK.mask(event.cards)
    wrong = attacks_wrongly(game, seat, cards)
    game.attackers = tuple(PACK.bit[card] for card in event.cards)
    game.camps[seat].turned |= cards
    game.answerable = 0
    game.phase = "defend"
    game.turn = 1 - seat
    return (InfractionProven(ATTACK.rule, seat, at, Evidence("seen")),) if wrong else ()


# The defence


def read_blocks(event: Defend) -> Blocks:
    """The defender of each attacker that has one, as bits."""
    return {PACK.bit[block.attacker]: PACK.bit[block.defender] for block in event.blocks}


def toll(game: "Corona", blocks: Blocks) -> int:
    """How many cards the attack takes from the defender's pack: as many as it costs, or all there are."""
    due = sum(cost(attacker, attacker in blocks) for attacker in game.attackers)
    return min(due, game.camps[1 - game.active].size)


def check_defend(game: "Corona", event: Defend, at: int) -> Breach | None:
    seat = event.seat
    game.need_turn(seat, ("defend",), DEFEND)
    camp = game.camps[seat]
    blocks = read_blocks(event)
    defenders = sum(set(blocks.values()))
    named = PACK.mask(block.defender for block in event.blocks)
    strange = named & ~camp.army | sum(set(blocks) - set(game.attackers))
    if strange:
        refusals.refuse_army(seat, strange, DEFEND)
    if not len(event.blocks) == len(blocks) == defenders.bit_count():
        return refusals.blocked_twice(seat)
    _check_lost(game, event, toll(game, blocks))
    limit = may_draw(game.attackers, set(blocks), game.camps[game.active].size)
    if event.draw is not None and event.draw > limit:
        return refusals.too_many_drawn(seat, event.draw, limit)
    turned = defenders & ~camp.upright
    return refusals.not_upright(seat, turned, event.observed) if turned else None


def _check_lost(game: "Corona", event: Defend, count: int) -> None:
    """Refuses cards lost that the pack cannot have lost, and another number of them than the attack costs."""
    seat, rule = event.seat, "corona.combat"
    if event.lost is None and (game.camps[seat].order is not None or not count):
        return
    lost = event.lost or ()
    if len(lost) != count:
        text = Text(
            es=f"pasan {count} cartas al cementerio, y en `lost` hay {len(lost)} (null, la que no se vio)",
            en=f"{count} cards go to the cementerio, and `lost` has {len(lost)} (null for one not seen)",
        )
        refusals.refuse_pack(seat, rule, text)
    seen = [PACK.bit[card] for card in lost if card]
    cards = sum(set(seen))
    if cards.bit_count() != len(seen) or not game.may_come_next(seat, cards, count):
        refusals.refuse_pack(seat, rule, Text(es="alguna está en otra parte", en="some of it is elsewhere"))


def apply_defend(game: "Corona", event: Defend, at: int) -> "Facts":
    seat = event.seat
    blocks = read_blocks(event)
    facts: list[Fact] = []
    if any(defender & game.camps[seat].turned for defender in blocks.values()):
        facts.append(InfractionProven(DEFEND.rule, seat, at, Evidence("seen")))
    lost = list(event.lost or ())
    limit = may_draw(game.attackers, set(blocks), game.camps[game.active].size)
    to_draw = limit if event.draw is None else event.draw
    for attacker in game.attackers:
        due = cost(attacker, attacker in blocks)
        met = _meet(game, seat, attacker, blocks.get(attacker, 0), due, lost)
        facts.append(met)
        if len(met.cost) < due:
            return [*facts, *game.lose(seat, "damage")]
        if attacker & OROS and attacker not in blocks:
            count = min(SUIT_CARDS, to_draw, game.camps[game.active].size)
            facts += game.draw(game.active, count, "corona.oros")
            to_draw -= count
    game.attackers = ()
    game.phase = "end"
    game.turn = game.active
    return facts


def _meet(game: "Corona", seat: int, attacker: int, defender: int, due: int, lost: list[str | None]) -> AttackMet:
    """One attacker is stopped by `defender`, or by nobody (0), and the pack pays what is due, as far as it can."""
    dead = []
    if defender:
        attacker_falls, defender_falls = fallen(attacker, defender)
        if attacker_falls:
            game.camps[game.active].bury(attacker)
            dead.append(PACK.name(attacker))
        if defender_falls:
            game.camps[seat].bury(defender)
            dead.append(PACK.name(defender))
    count = min(due, game.camps[seat].size)
    paid = game.spend(seat, count, lost[:count])
    del lost[:count]
    stopped_by = PACK.name(defender) if defender else None
    return AttackMet(seat, PACK.name(attacker), stopped_by, tuple(dead), paid)
