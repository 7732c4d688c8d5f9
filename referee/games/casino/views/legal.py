"""The legal events at a table of Casino, as far as a reader may know the hands."""

from collections.abc import Iterator
from itertools import chain
from typing import Literal

from msgspec import UNSET, Struct

from referee.cards import FRENCH
from referee.games.casino.events import AnnounceLast, CasinoDeal, Laying, Trail
from referee.games.casino.handlers.counted import choice
from referee.games.casino.handlers.deal import due_dealer, may_announce
from referee.games.casino.judging.duty import board, duty, free_to_play, playable
from referee.games.casino.state import EACH, CasinoState
from referee.match.choice import OPTIONAL, Choice, Ways, few, list_ways
from referee.match.events import Event
from referee.match.state import ALL


class CasinoDealChoice(Struct, frozen=True):
    """What the first round of a deal tells: so many cards on the table; hands and stock where they were seen."""

    table: int = EACH
    hands: Literal["optional"] = OPTIONAL
    stock: Literal["optional"] = OPTIONAL


class CasinoRoundChoice(Struct, frozen=True):
    """What a later round of a deal tells: the hands, where they were seen."""

    hands: Literal["optional"] = OPTIONAL


def legal(state: CasinoState, visible: int = ALL) -> Iterator[Event | Choice]:
    """The regular events that may come now and advance play."""
    count_choice = Choice("count", UNSET, choice(state))
    if state.phase != "play" or state.turn is None:
        return chain(_deals(state), (count_choice,))
    announcement = (AnnounceLast(state.dealer or 0),) if may_announce(state) else ()
    return chain(announcement, list_ways(_plays(state, state.turn, visible)), (count_choice,))


def _deals(state: CasinoState) -> Iterator[Event | Choice]:
    """The deals that may come: by the service, or with the cards seen at the table. A known stock decides a later round."""
    first = state.phase == "deal"
    yield CasinoDeal(due_dealer(state), shuffle=first)
    if first:
        yield Choice("deal", UNSET, CasinoDealChoice())
    elif state.stock.cards is None:
        yield Choice("deal", UNSET, CasinoRoundChoice())


def _plays(state: CasinoState, seat: int, visible: int) -> Iterator[Ways[Laying]]:
    """Every regular play of the seat, as far as this reader may know its hand."""
    hand = playable(state, seat, visible)
    due = duty(state, seat)
    free = FRENCH.all if due else free_to_play(state, seat, visible)
    trails = due[1] if due else free
    table = board(state, seat)
    for option in hand if not due else ():
        yield from table.obliging(seat, *option)
    for option in hand if not due else ():
        if option[0] & free:
            yield from table.new_builds(seat, *option)
    yield few([Trail(seat, FRENCH.name(card)) for card, _ in hand if card & trails])
