"""The legal events of a battle, as far as a reader may know hands and packs."""

from collections.abc import Iterator
from itertools import product

from msgspec import UNSET

from referee.cards import bits
from referee.games.corona.events import CoronaDeal, EndTurn, Hire, Income
from referee.games.corona.handlers import counted, steps
from referee.games.corona.handlers.hiring import answers, hireable
from referee.games.corona.handlers.opening import may_show
from referee.games.corona.knowledge import SEATS
from referee.games.corona.rules import JOKERS, NUMBER, PACK, SUIT_CARDS, cost, highest, may_draw, ready, total
from referee.games.corona.state import CoronaState
from referee.games.corona.views.choices import (
    CombatChoice,
    CoronaDealChoice,
    DefendChoice,
    RecoverChoice,
    ShownChoice,
    StartChoice,
    Toll,
)
from referee.match.choice import Choice, Subset
from referee.match.events import Event
from referee.match.state import ALL

Moves = Iterator[Event | Choice]


def legal(state: CoronaState, visible: int) -> Moves:
    """The regular events that advance the battle now."""
    seat = state.active
    match state.phase:
        case "start":
            yield from _starts(state)
        case "deal":
            yield CoronaDeal()
            yield Choice("deal", UNSET, CoronaDealChoice())
            if may_show(state):
                yield from _starts(state)
        case "income":
            yield from _incomes(state, seat, visible)
        case "hire":
            yield from _hires(state, seat, visible)
            army = PACK.cards(ready(state.camps[seat].army, state.hires, state.abilities))
            yield Choice("attack", seat, Subset(army, 0, len(army)))
            if answers(state):
                yield from _replicas(state, 1 - seat, visible)
        case "defend":
            yield Choice("defend", 1 - seat, _defence(state, 1 - seat, visible))
        case "combat":
            yield Choice("combat", 1 - seat, _combat(state, 1 - seat, visible))
        case "end":
            yield EndTurn(seat)
    if state.in_hand():
        yield from _recovers(state, visible)
    yield Choice("count", UNSET, counted.choice(state))


def _starts(state: CoronaState) -> Moves:
    """The ways to decide the starter: the service shuffles, or both seats show their bottom cards."""
    yield CoronaDeal(shuffle=True)
    yield Choice("start", UNSET, StartChoice(ShownChoice(PACK.cards(state.whole), SEATS)))


def _incomes(state: CoronaState, seat: int, visible: int) -> Moves:
    """The possible next cards. No card is named if the order is known, which would disclose it, or the pack is empty."""
    camp = state.camps[seat]
    if camp.order is not None or not camp.size:
        yield Income(seat)
        return
    for card in bits(state.knowledge.may_turn(seat, camp.size, visible)):
        yield Income(seat, PACK.name(card))


def _hires(state: CoronaState, seat: int, visible: int) -> Moves:
    for card in bits(hireable(state, state.knowledge.possible(seat, visible))):
        yield Hire(seat, PACK.name(card))


def _knows_hand(state: CoronaState, seat: int, visible: int) -> bool:
    """True if this reader knows the whole hand."""
    return bool(visible >> seat & 1) and state.knowledge.complete(seat)


def _replicas(state: CoronaState, seat: int, visible: int) -> Moves:
    """A replica, if the hand can exceed the card hired."""
    number = NUMBER[state.answerable]
    if not _may_exceed(state, seat, number, visible):
        return
    if _knows_hand(state, seat, visible):
        cards = state.knowledge.known_cards[seat] & ~JOKERS
        yield Choice("replica", seat, Subset(PACK.cards(cards), 1, cards.bit_count(), number))
    else:
        yield Choice("replica", seat, Subset(None, 1, state.knowledge.size[seat], number))


def _may_exceed(state: CoronaState, seat: int, number: int, visible: int) -> bool:
    """True if cards that the hand may hold at once sum more than this number."""
    hands = state.knowledge
    hand = hands.visible_cards(seat, visible)
    room = hands.size[seat] - hand.bit_count()
    others = hands.possible(seat, visible) & ~(JOKERS | hand)
    most = hand & ~JOKERS | sum(highest(others, room))
    if total(most) <= number or hands.may_hold(seat, most, visible):
        return total(most) > number
    kinds = [highest(cards & others, room) for cards in hands.kinds(seat, visible)]
    for counts in product(*(range(len(kind), -1, -1) for kind in kinds)):
        cards = hand & ~JOKERS | sum(sum(kind[:count]) for kind, count in zip(kinds, counts, strict=True))
        if sum(counts) <= room and total(cards) > number and hands.may_hold(seat, cards, visible):
            return True
    return False


def _defence(state: CoronaState, seat: int, visible: int) -> DefendChoice:
    """The choice of the defender, with the cost of each attacker if the losses have to be named."""
    camp, pack = state.camps[seat], state.camps[state.active].size
    attackers = tuple(PACK.name(card) for card in state.attackers)
    defenders = PACK.cards(camp.upright)
    if not _needs_losses(state, seat, visible) or state.one_by_one:
        return DefendChoice(attackers, defenders)
    has_draws = any(card & state.abilities.draw for card in state.attackers)
    return DefendChoice(attackers, defenders, tuple(_tolls(state, camp.size)), camp.size, pack if has_draws else UNSET)


def _tolls(state: CoronaState, pack_size: int) -> Iterator[Toll]:
    """The cost of each attacker to a pack of this size, and its draws: in any case, and if the pack pays for it."""
    most_before = 0
    for card in state.attackers:
        in_full, if_stopped = (cost(card, is_blocked, state.abilities) for is_blocked in (False, True))
        draws = may_draw((card,), set(), SUIT_CARDS, state.abilities)
        if draws and most_before + in_full > pack_size:
            yield Toll(PACK.name(card), in_full, if_stopped, 0, draws)
        else:
            yield Toll(PACK.name(card), in_full, if_stopped, draws)
        most_before += max(in_full, if_stopped)


def _needs_losses(state: CoronaState, seat: int, visible: int) -> bool:
    """True if the cards lost have to be named, since the log does not know them.

    Only a reader that sees everything learns that. For others it would disclose if the order of the pack is known.
    """
    return visible == ALL and state.camps[seat].order is None


def _combat(state: CoronaState, seat: int, visible: int) -> CombatChoice:
    """The choice of the next combat, with its cost."""
    due = steps.due(state)
    attacker, defender, _ = due.duel
    return CombatChoice(
        PACK.name(attacker),
        PACK.name(defender) if defender else None,
        due.cost,
        state.camps[seat].size,
        due.draws,
        due.payable if _needs_losses(state, seat, visible) else UNSET,
    )


def _recovers(state: CoronaState, visible: int) -> Moves:
    """A recover of each seat that holds a joker and another card, or may hold them."""
    for seat in range(SEATS):
        hands = state.knowledge
        if not hands.may_hold_each(seat, (JOKERS, ~JOKERS), visible):
            continue
        is_known = _knows_hand(state, seat, visible)
        cementerio = state.camps[seat].cementerio
        is_named = cementerio.bit_count() == state.cementerio_size(seat)
        choice = RecoverChoice(
            PACK.cards(hands.known_cards[seat] & JOKERS) if is_known else None,
            PACK.cards(hands.known_cards[seat] & ~JOKERS) if is_known else None,
            PACK.cards(cementerio) if is_named else None,
            UNSET if is_named else PACK.cards(cementerio),
            UNSET if is_named else hands.unseen[seat].size,
        )
        yield Choice("recover", seat, choice)
