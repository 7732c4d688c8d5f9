"""Values of the cards of Casino: by card its values, by value its cards, as masks (casino.values)."""

from functools import cache

from referee.cards import FRENCH

RANKS = "23456789TJQKA"
ROYAL_FACES = {"J": 11, "Q": 12, "K": 13}
WIDE_DEUCE = {"2S": 15}
WIDE_TEN = {"TD": 16}

SAME_RANK = {bit: FRENCH.mask(name[0] + suit for suit in "CDHS") for name, bit in FRENCH.bit.items()}
"""By card, all cards of its rank."""


class Values:
    """`of`: by card, its values, none for a face that only matches its rank; `worth`: by value, the cards that have it.

    `within`: by value, the cards that may count it or less, from 0 on.
    """

    __slots__ = ("highest", "of", "within", "worth")

    def __init__(self, of: dict[int, tuple[int, ...]]) -> None:
        self.of = of
        self.worth: dict[int, int] = {}
        for card, values in of.items():
            for value in values:
                self.worth[value] = self.worth.get(value, 0) | card
        self.highest = max(self.worth)
        self.within = tuple(
            sum(card for card, values in of.items() if values and min(values) <= value)
            for value in range(self.highest + 1)
        )


def _of(name: str, royal: bool) -> tuple[int, ...]:
    rank = name[0]
    if rank == "A":
        return (1, 14) if royal else (1,)
    if rank in ROYAL_FACES:
        return (ROYAL_FACES[rank],) if royal else ()
    return (RANKS.index(rank) + 2,)


@cache
def values(royal: bool = False, wide_deuce: bool = False, wide_ten: bool = False) -> Values:
    """The values of a ruleset: classic, or royal with the two that may be widened."""
    wide = {**(WIDE_DEUCE if wide_deuce else {}), **(WIDE_TEN if wide_ten else {})}
    return Values(
        {bit: (*_of(name, royal), *((wide[name],) if name in wide else ())) for name, bit in FRENCH.bit.items()}
    )
