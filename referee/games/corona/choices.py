"""What may come next, for a reader who sees some of the hands (or none)."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from referee.cards import bits
from referee.games.corona.events import CoronaDeal, EndTurn, Hire, Income
from referee.games.corona.hands import SEATS
from referee.games.corona.hiring import answers, hireable
from referee.games.corona.opening import may_show
from referee.games.corona.rules import JOKERS, NUMBER, PACK, most, ready
from referee.games.corona.view import DefendChoice, RecoverChoice
from referee.match.choice import Choice, Subset
from referee.match.vocabulary import Event

if TYPE_CHECKING:
    from referee.games.corona.game import Corona

Moves = Iterator[Event | Choice]


def legal(game: "Corona", visible: int) -> Moves:
    """The regular events that advance the battle now."""
    seat = game.active
    if game.left or game.phase == "over":
        return
    match game.phase:
        case "start":
            yield CoronaDeal(shuffle=True)
        case "deal":
            yield CoronaDeal()
            if may_show(game):
                yield CoronaDeal(shuffle=True)
        case "income":
            yield from _incomes(game, seat, visible)
        case "hire":
            yield from _hires(game, seat, visible)
            army = PACK.cards(ready(game.camps[seat].army, game.hired))
            yield Choice("attack", seat, Subset(army, 0, len(army)))
            if answers(game):
                yield from _replicas(game, 1 - seat, visible)
        case "defend":
            attackers = tuple(PACK.name(card) for card in game.attackers)
            defenders = PACK.cards(game.camps[1 - seat].upright)
            yield Choice("defend", 1 - seat, DefendChoice(attackers, defenders))
        case "end":
            yield EndTurn(seat)
    if game.in_hand():
        yield from _recovers(game, visible)


def _incomes(game: "Corona", seat: int, visible: int) -> Moves:
    """The next card where it may be any of some; no card where the order is known, which would show it, or none is left."""
    camp = game.camps[seat]
    if camp.order is not None or not camp.size:
        yield Income(seat)
        return
    for card in bits(game.knowledge.may_turn(seat, camp.size, visible)):
        yield Income(seat, PACK.name(card))


def _hires(game: "Corona", seat: int, visible: int) -> Moves:
    for card in bits(hireable(game, game.knowledge.possible(seat, visible))):
        yield Hire(seat, PACK.name(card))


def _known(game: "Corona", seat: int, visible: int) -> bool:
    """Whether such a reader knows the whole hand."""
    return bool(visible >> seat & 1) and game.knowledge.complete(seat)


def _replicas(game: "Corona", seat: int, visible: int) -> Moves:
    """A replica, where the hand can exceed the card hired."""
    number = NUMBER[game.answerable]
    cards = game.knowledge.possible(seat, visible) & ~JOKERS
    size = game.knowledge.size[seat]
    if most(cards, size) <= number:
        return
    if _known(game, seat, visible):
        yield Choice("replica", seat, Subset(PACK.cards(cards), 1, cards.bit_count(), number))
    else:
        yield Choice("replica", seat, Subset(None, 1, size, number))


def _recovers(game: "Corona", visible: int) -> Moves:
    """A recover of each seat that holds a joker and another card, or may hold them."""
    for seat in range(SEATS):
        cards = game.knowledge.possible(seat, visible)
        jokers, others = cards & JOKERS, cards & ~JOKERS
        if not jokers or not others or game.knowledge.size[seat] < 2:
            continue
        known = _known(game, seat, visible)
        cementerio = game.camps[seat].cementerio
        named = cementerio.bit_count() == game.cementerio_size(seat)
        choice = RecoverChoice(
            PACK.cards(jokers) if known else None,
            PACK.cards(others) if known else None,
            PACK.cards(cementerio) if named else None,
        )
        yield Choice("recover", seat, choice)
