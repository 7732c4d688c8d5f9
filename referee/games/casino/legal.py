"""What may come next at a table of Casino, as far as a reader may know the hands."""

from collections.abc import Iterable, Iterator
from itertools import chain, islice

from referee.cards import FRENCH
from referee.games.casino.deal import due_dealer, may_announce
from referee.games.casino.duty import board, duty, playable, trailable
from referee.games.casino.events import AnnounceLast, CasinoDeal, Laying, Trail
from referee.games.casino.state import CasinoState
from referee.match.choice import Choice
from referee.match.state import ALL
from referee.match.vocabulary import Event

MOST_LISTED = 200_000
"""No list of plays is longer. A dozen loose cards stay below it, even with the hand unseen; with forty nothing else helps."""


def legal(state: CasinoState, visible: int = ALL) -> Iterator[Event | Choice]:
    """The regular events that may come now and advance play."""
    if state.left:
        return iter(())
    if state.phase != "play" or state.turn is None:
        return iter((CasinoDeal(due_dealer(state), shuffle=state.phase == "deal"),))
    announcement = (AnnounceLast(state.dealer or 0),) if may_announce(state) else ()
    plays = chain.from_iterable(_plays(state, state.turn, visible))
    return chain(announcement, islice(plays, MOST_LISTED))


def _plays(state: CasinoState, seat: int, visible: int) -> Iterator[Iterable[Laying]]:
    """Every regular play of the seat, in batches, as far as such a reader may know its hand."""
    hand = playable(state, seat, visible)
    due = duty(state, seat)
    trails = due[1] if due else trailable(state, seat, visible)
    table = board(state, seat)
    for held in hand if not due else ():
        yield from table.obliging(seat, *held)
    for held in hand if not due and not state.layout.binds(seat) else ():
        yield from table.new_builds(seat, *held)
    yield [Trail(seat, FRENCH.name(card)) for card, _ in hand if card & trails]
