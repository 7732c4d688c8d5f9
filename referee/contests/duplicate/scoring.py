"""Comparison of those that held the same cards (duplicate.matchpoints, duplicate.difference), in exact numbers.

A side's balance in a hand is what it made less what its rivals made, the right way round for the game: more is better.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct

Number = int | Fraction
EVEN = Fraction(50)
"""Percent of a side without another to compare with, or without a hand yet."""
TRIMMED_FROM = 5
"""Tables from which on the highest and the lowest do not count in the mean."""


class HandMatchpoints(Struct, frozen=True):
    """Matchpoints of a side in a hand, and the most that it could have had."""

    points: int
    most: int

    @property
    def percent(self) -> Fraction:
        """The share in percent; even where there is no other side to compare with."""
        return Fraction(100 * self.points, self.most) if self.most else EVEN


def matchpoints(balances: Sequence[int]) -> list[HandMatchpoints]:
    """The matchpoints of all that held the same cards: 2 for each that did worse, 1 for each that did the same."""
    in_order = sorted(balances)
    most = 2 * (len(in_order) - 1)
    return [
        HandMatchpoints(bisect_left(in_order, balance) + bisect_right(in_order, balance) - 1, most)
        for balance in balances
    ]


def mean(balances: Sequence[int]) -> Fraction:
    """The mean of these, from five on without the highest and the lowest. Raises ZeroDivisionError for none."""
    in_order = sorted(balances)
    middle = in_order[1:-1] if len(in_order) >= TRIMMED_FROM else in_order
    return Fraction(sum(middle), len(middle))


def differences(balances: Sequence[int]) -> list[Fraction]:
    """The difference of each to the mean of all that held the same cards."""
    middle = mean(balances) if balances else Fraction()
    return [balance - middle for balance in balances]


def hundredths(number: Number) -> int:
    """A number in hundredths, rounded half up: of this grain are the scores by which rounds are paired."""
    return int((Fraction(number) * 100 + Fraction(1, 2)) // 1)


def two_decimals(number: Number) -> float:
    """A number as readers see it: with two decimals at most, whole where it is."""
    cents = hundredths(number)
    return cents / 100 if cents % 100 else cents // 100
