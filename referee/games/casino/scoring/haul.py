"""The haul of each side in a deal: by its cards, or by the figures in place of them."""

from collections.abc import Sequence
from typing import NamedTuple

from referee.cards import FRENCH

SPADES = FRENCH.suits["S"]
BIG = FRENCH.bit["TD"]
LITTLE = FRENCH.bit["2S"]
JACK_OF_SPADES = FRENCH.bit["JS"]
ACES = tuple(FRENCH.bit[f"A{suit}"] for suit in "SCHD")
"""The aces in the order in which they are scored (casino.end)."""

Holder = int | None
"""The side that has a card; None if no side took it."""


class CasinoHaul(NamedTuple):
    """Cards, spades and sweeps per side, and the holders of the cards that count by themselves.

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

    def holders(self) -> dict[int, Holder]:
        """The holder of each card that counts by itself."""
        aces = dict(zip(ACES, self.aces, strict=True))
        return {BIG: self.big, LITTLE: self.little, **aces, JACK_OF_SPADES: self.jack_of_spades}


def haul(piles: Sequence[int], swept: Sequence[int]) -> CasinoHaul:
    """The haul of these piles; `swept` are the cards with which each side swept."""
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
