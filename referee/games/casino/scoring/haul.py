"""What each side has of a deal when it is counted: by its cards, or by the figures that were told of them."""

from collections.abc import Sequence
from typing import NamedTuple

from referee.cards import FRENCH

SPADES = FRENCH.suits["S"]
BIG = FRENCH.bit["TD"]
LITTLE = FRENCH.bit["2S"]
JACK_OF_SPADES = FRENCH.bit["JS"]
ACES = tuple(FRENCH.bit[f"A{suit}"] for suit in "SCHD")
"""In the order in which they are counted (casino.end)."""

Holder = int | None
"""The side that has a card; None where nobody took it."""


class CasinoHaul(NamedTuple):
    """How many cards, spades and sweeps each side has, and who has the cards that count by themselves.

    `piles` and `swept` are the cards themselves and those with which a side swept; 0 where they are not on record.
    """

    cards: tuple[int, ...]
    spades: tuple[int, ...]
    big: Holder
    little: Holder
    aces: tuple[Holder, ...]
    jack_of_spades: Holder
    sweeps: tuple[int, ...]
    piles: tuple[int, ...]
    swept: tuple[int, ...]

    def named(self) -> dict[int, Holder]:
        """Who has each card that is told by itself."""
        aces = dict(zip(ACES, self.aces, strict=True))
        return {BIG: self.big, LITTLE: self.little, **aces, JACK_OF_SPADES: self.jack_of_spades}


def haul(piles: Sequence[int], swept: Sequence[int]) -> CasinoHaul:
    """What these piles hold; `swept` are the cards with which each side swept."""
    return CasinoHaul(
        cards=tuple(pile.bit_count() for pile in piles),
        spades=tuple((pile & SPADES).bit_count() for pile in piles),
        big=_holder(piles, BIG),
        little=_holder(piles, LITTLE),
        aces=tuple(_holder(piles, ace) for ace in ACES),
        jack_of_spades=_holder(piles, JACK_OF_SPADES),
        sweeps=tuple(cards.bit_count() for cards in swept),
        piles=tuple(piles),
        swept=tuple(swept),
    )


def _holder(piles: Sequence[int], card: int) -> Holder:
    return next((side for side, pile in enumerate(piles) if pile & card), None)
