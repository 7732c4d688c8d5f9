"""Words about the card just laid: «Pum» of the queen of spades, «Rompo burbuja» of the heart that breaks hearts.

A seat has to say them. Forgetting them costs nothing: they move no card and no point (hearts.broken).
"""

from referee.cards import FRENCH
from referee.games.hearts import refusals
from referee.games.hearts.events import Announce, Saying
from referee.games.hearts.rules import HEARTS
from referee.games.hearts.state import HeartsState
from referee.match.state import NOTHING, Facts

QUEEN = "QS"


def due(state: HeartsState) -> Announce | None:
    """The announcement due of the last card laid. None if there is none, it was made, or the next card is laid."""
    seat, card = state.last_laid(), state.last_card()
    if not state.options.announces or seat is None or card is None:
        return None
    what = _saying(state, card)
    return None if what is None or what in state.sayings else Announce(seat, what)


def _saying(state: HeartsState, card: str) -> Saying | None:
    if card == QUEEN:
        return "pum"
    hearts = state.knowledge.laid_cards & HEARTS
    return "burbuja" if hearts == FRENCH.bit[card] else None


def check_announce(state: HeartsState, event: Announce, at: int) -> None:
    """Refuses words that are not due of the card that this seat laid last."""
    state.require_seat(event.seat)
    if event != due(state):
        raise refusals.nothing_to_announce(event, state.last_card())


def apply_announce(state: HeartsState, event: Announce, at: int) -> Facts:
    state.sayings = (*state.sayings, event.what)
    return NOTHING
