"""A game's terms for hands that are played with the same cards at every table (duplicate.*)."""

from msgspec import Struct

from referee.match.events import Event
from referee.match.results import ResultCheck


class SameDeals(Struct, frozen=True):
    """The seats at which one hand of a game stands alone, its deal, and the points that it may give.

    `deal` is the event that deals the whole pack. Of a hand that is not its first, nothing is needed: later rounds are dealt out
    of the stock. `check` judges the points of one hand, one figure a side, where nothing was carried over. Points are good or bad
    as in any contest of the game (`ContestRules.low_wins`). `own_pack` are the events that cut or draw from a pack of the table's
    own before the deal: there is none where the cards are bound.
    """

    deal: type[Event]
    seats: tuple[int, ...]
    check: ResultCheck
    own_pack: tuple[type[Event], ...] = ()
