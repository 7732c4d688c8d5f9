"""Attack, defence and combat (corona.attack to corona.bastos)."""

from collections.abc import Sequence

from referee.errors import Breach
from referee.games.corona import refusals
from referee.games.corona.events import Attack, Defend
from referee.games.corona.facts import AttackMet
from referee.games.corona.handlers.packs import draw_cards, lose, may_come_next, spend
from referee.games.corona.refusals import ATTACK, DEFEND, require_turn
from referee.games.corona.rules import PACK, SUIT_CARDS, casualties, cost, may_draw, ready
from referee.games.corona.state import CoronaState, Duel, DuelOutcome
from referee.match.facts import Fact, InfractionProven
from referee.match.ledger import Evidence
from referee.match.state import Facts
from referee.text import Text

Blocks = dict[int, int]
"""The defender of each attacker that has one."""


# The attack


def attacks_wrongly(state: CoronaState, seat: int, cards: int) -> bool:
    """True if this attack is the second of the turn, or has cards hired in it (corona.attack)."""
    return state.phase != "hire" or bool(cards & ~ready(state.camps[seat].army, state.hires, state.abilities))


def check_attack(state: CoronaState, event: Attack, at: int) -> Breach | None:
    seat = event.seat
    require_turn(state, seat, ("hire", "end"), ATTACK)
    army = state.camps[seat].army
    cards = PACK.mask(event.cards)
    if cards & ~army or cards.bit_count() != len(event.cards):
        refusals.refuse_army(seat, cards & ~army, ATTACK)
    if not attacks_wrongly(state, seat, cards):
        return None
    fresh = cards & ~ready(army, state.hires, state.abilities)
    return refusals.wrong_attack(seat, fresh if state.phase == "hire" else 0, event.observed)


def apply_attack(state: CoronaState, event: Attack, at: int) -> Facts:
    seat = event.seat
    cards = PACK.mask(event.cards)
    wrong = attacks_wrongly(state, seat, cards)
    state.attackers = tuple(PACK.bit[card] for card in event.cards)
    state.combats = ()
    state.camps[seat].turned |= cards
    state.answerable = 0
    state.phase = "defend"
    state.turn = 1 - seat
    return (InfractionProven(ATTACK.rule, seat, at, Evidence("seen")),) if wrong else ()


# The defence


def read_blocks(event: Defend) -> Blocks:
    """The defender of each attacker that has one, as bits."""
    return {PACK.bit[block.attacker]: PACK.bit[block.defender] for block in event.blocks}


def toll(state: CoronaState, blocks: Blocks) -> int:
    """The number of cards that the attack takes from the defender's pack: its cost, or all there are."""
    due = sum(cost(attacker, attacker in blocks, state.abilities) for attacker in state.attackers)
    return min(due, state.camps[1 - state.active].size)


def draws_allowed(state: CoronaState, blocks: Blocks) -> int:
    """The number of cards that the attack may draw (corona.oros): by the attackers that the defender's pack can pay for.

    The battle ends at the first that it cannot pay for, which draws nothing any more.
    """
    left = state.camps[1 - state.active].size
    payable = list[int]()
    for attacker in state.attackers:
        left -= cost(attacker, attacker in blocks, state.abilities)
        if left < 0:
            break
        payable.append(attacker)
    return may_draw(tuple(payable), set(blocks), state.camps[state.active].size, state.abilities)


def check_defend(state: CoronaState, event: Defend, at: int) -> Breach | None:
    seat = event.seat
    require_turn(state, seat, ("defend",), DEFEND)
    camp = state.camps[seat]
    blocks = read_blocks(event)
    defenders = sum(set(blocks.values()))
    cards = PACK.mask(block.defender for block in event.blocks)
    strange = cards & ~camp.army | sum(set(blocks) - set(state.attackers))
    if strange:
        refusals.refuse_army(seat, strange, DEFEND)
    if not len(event.blocks) == len(blocks) == defenders.bit_count():
        return refusals.blocked_twice(seat)
    if state.one_by_one:
        if event.lost is not None or event.draw is not None:
            refusals.refuse_whole(seat)
    else:
        check_lost(state, seat, event.lost, toll(state, blocks))
        limit = draws_allowed(state, blocks)
        if event.draw is not None and event.draw > limit:
            return refusals.too_many_drawn(seat, event.draw, limit)
    wrong = defenders & ~camp.upright
    return refusals.not_upright(seat, wrong, event.observed) if wrong else None


def check_lost(state: CoronaState, seat: int, report: Sequence[str | None] | None, count: int) -> None:
    """Refuses a report of lost cards that the pack cannot have lost, or of another number than `count`."""
    rule = "corona.combat"
    if report is None and (state.camps[seat].order is not None or not count):
        return
    losses = report or ()
    if len(losses) != count:
        text = Text(
            es=f"pasan {count} cartas al cementerio, y en `lost` hay {len(losses)} (null, la que no se vio)",
            en=f"{count} cards go to the cementerio, and `lost` has {len(losses)} (null for one not seen)",
        )
        refusals.refuse_pack(seat, rule, text)
    masks = [PACK.bit[card] for card in losses if card]
    cards = sum(set(masks))
    if cards.bit_count() != len(masks) or not may_come_next(state, seat, cards, count):
        refusals.refuse_pack(seat, rule, Text(es="alguna está en otra parte", en="some of it is elsewhere"))
    if any(PACK.bit[card] == state.knowledge.last[seat] for card in losses[:-1] if card):
        text = Text(
            es="su última carta no puede pasar al cementerio antes que otras",
            en="its last card cannot go to the cementerio before others",
        )
        refusals.refuse_pack(seat, rule, text)


def apply_defend(state: CoronaState, event: Defend, at: int) -> Facts:
    seat = event.seat
    blocks = read_blocks(event)
    facts: list[Fact] = []
    if any(defender & state.camps[seat].turned for defender in blocks.values()):
        facts.append(InfractionProven(DEFEND.rule, seat, at, Evidence("seen")))
    duels = tuple(Duel(attacker, blocks.get(attacker, 0)) for attacker in state.attackers)
    if state.one_by_one and duels:
        state.combats = duels
        state.phase = "combat"
        return facts
    losses = list(event.lost or ())
    to_draw = draws_allowed(state, blocks) if event.draw is None else event.draw
    for duel in duels:
        follows, outcome = resolve(state, duel, losses, to_draw)
        facts += follows
        if not state.in_hand():
            return facts
        to_draw -= outcome.draws
    complete_defence(state)
    return facts


def complete_defence(state: CoronaState) -> None:
    """Ends the defence, so that the turn may end."""
    state.attackers = ()
    state.phase = "end"
    state.turn = state.active


def resolve(state: CoronaState, duel: Duel, losses: list[str | None], to_draw: int) -> tuple[list[Fact], DuelOutcome]:
    """Resolves one combat: cards fall, the pack pays, the attacker draws. Removes the cards it uses from `losses`.

    A pack that cannot pay loses the battle.
    """
    seat, (attacker, defender, _) = 1 - state.active, duel
    due = cost(attacker, bool(defender), state.abilities)
    fact = _meet(state, seat, attacker, defender, due, losses)
    facts: list[Fact] = [fact]
    draws = 0
    if len(fact.cost) < due:
        facts += lose(state, seat, "damage")
    elif attacker & state.abilities.draw and not defender:
        draws = min(SUIT_CARDS, to_draw, state.camps[state.active].size)
        facts += draw_cards(state, state.active, draws, "corona.oros")
    return facts, DuelOutcome(fact.fallen, fact.cost, draws)


def _meet(state: CoronaState, seat: int, attacker: int, defender: int, due: int, losses: list[str | None]) -> AttackMet:
    """Lets `defender` (0 for none) stop one attacker; the pack pays its due as far as it can."""
    dead = []
    if defender:
        attacker_falls, defender_falls = casualties(attacker, defender)
        if attacker_falls:
            state.camps[state.active].bury(attacker)
            dead.append(PACK.name(attacker))
        if defender_falls:
            state.camps[seat].bury(defender)
            dead.append(PACK.name(defender))
    count = min(due, state.camps[seat].size)
    payment = spend(state, seat, count, losses[:count])
    del losses[:count]
    stopped_by = PACK.name(defender) if defender else None
    return AttackMet(seat, PACK.name(attacker), stopped_by, tuple(dead), payment)
