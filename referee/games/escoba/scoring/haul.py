"""The haul of each side in a hand: by its cards, or by the figures in place of them."""

from collections.abc import Sequence
from typing import NamedTuple

from referee.cards import bits
from referee.games.escoba.rules import OROS, PRIMIERA, SEVEN_OF_OROS, SEVENS, SUITS, VALUE, Rules


class EscobaHaul(NamedTuple):
    """Cards, oros, sevens and sweeps per side, the side with 7O, and the side with the best setenta or primiera.

    `best` is None where none is, or where sevens decide by their number. `piles` and `swept` are the cards themselves and
    those that made the sweeps; 0 where they are not on record.
    """

    cards: tuple[int, ...]
    oros: tuple[int, ...]
    sevens: tuple[int, ...]
    seven_of_oros: int | None
    best: int | None
    sweeps: tuple[int, ...]
    piles: tuple[int, ...]
    swept: tuple[int, ...]


def haul(rules: Rules, piles: Sequence[int], sweeps: Sequence[int], swept: Sequence[int]) -> EscobaHaul:
    """The haul of these piles; `swept` are the cards that made the sweeps of each side."""
    return EscobaHaul(
        cards=tuple(pile.bit_count() for pile in piles),
        oros=tuple((pile & OROS).bit_count() for pile in piles),
        sevens=tuple((pile & SEVENS).bit_count() for pile in piles),
        seven_of_oros=next((side for side, pile in enumerate(piles) if pile & SEVEN_OF_OROS), None),
        best=ahead([worth(primiera(pile)) for pile in piles]) if rules.setenta else None,
        sweeps=tuple(sweeps),
        piles=tuple(piles),
        swept=tuple(swept),
    )


def ahead(figures: Sequence[int]) -> int | None:
    """The side that has more than every other, or None."""
    most = max(figures)
    return figures.index(most) if list(figures).count(most) == 1 else None


def primiera(pile: int) -> int:
    """The best card of each suit, by its points in a primiera; no cards if a suit is missing (scopa.primiera)."""
    suits = [pile & suit for suit in SUITS]
    if not all(suits):
        return 0
    return sum(max(bits(suit), key=lambda card: PRIMIERA[VALUE[card]]) for suit in suits)


def worth(cards: int) -> int:
    """The points of the cards of a primiera."""
    return sum(PRIMIERA[VALUE[card]] for card in bits(cards))
