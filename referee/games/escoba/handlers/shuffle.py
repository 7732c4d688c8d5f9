"""The order of dealing: one card at a time, beginning after the dealer, then the table (*.deal)."""

from collections.abc import Sequence
from typing import NamedTuple

from referee.cards import SPANISH_40

Names = tuple[str, ...]


class DealtPack(NamedTuple):
    """A pack dealt out: the hands by seat, the table, and the stock in order of drawing."""

    hands: tuple[Names, ...]
    table: Names
    stock: Names


def deal_out(order: Sequence[str], seats: int, dealer: int, each: int, table: int) -> DealtPack:
    """Deals `each` cards to every seat and `table` cards to the table, from a pack in this order."""
    number = seats * each
    hands = tuple(
        SPANISH_40.in_order(order[first:number:seats])
        for first in ((seat - dealer - 1) % seats for seat in range(seats))
    )
    open_cards = SPANISH_40.in_order(order[number : number + table])
    return DealtPack(hands, open_cards, tuple(order[number + table :]))
