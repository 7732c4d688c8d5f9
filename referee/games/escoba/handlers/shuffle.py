"""In which order cards are dealt: one at a time, beginning after the dealer, then the table (*.deal)."""

from collections.abc import Sequence
from typing import NamedTuple

from referee.cards import SPANISH_40

Names = tuple[str, ...]


class Dealt(NamedTuple):
    """Cards as they were dealt: per seat, on the table, and what is left in order of drawing."""

    hands: tuple[Names, ...]
    table: Names
    stock: Names


def deal_out(order: Sequence[str], seats: int, dealer: int, each: int, table: int) -> Dealt:
    """Deals `each` cards to every seat and so many to the table, out of a pack in this order."""
    dealt = seats * each
    hands = tuple(
        SPANISH_40.in_order(order[first:dealt:seats])
        for first in ((seat - dealer - 1) % seats for seat in range(seats))
    )
    laid = SPANISH_40.in_order(order[dealt : dealt + table])
    return Dealt(hands, laid, tuple(order[dealt + table :]))
