"""Costs of the next best: for each pair of a pairing, the best exchange of its rival with one other pair."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import astuple, replace

from referee.contests.rounds.costs import Cost, Prices, difference_level, factors_over, half_level, lives_level, whole

if TYPE_CHECKING:
    from numpy.typing import NDArray

Pair = tuple[int, int]


def next_best(prices: Prices, pairs: Sequence[Pair], rest: int | None) -> list[Cost | None]:
    """The least increase for each pair, or None where no exchange is allowed.

    Two pairs exchange rivals in two ways; a pair and the entrant that rests, too. Meetings and byes against the rules are left
    out.
    """
    own = [prices.pair(*pair) for pair in pairs]
    best: list[Cost | None] = []
    for i, ways in enumerate(_best_ways(prices, pairs)):
        increases = [prices.pair(*one) + prices.pair(*other) - own[i] - own[j] for j, one, other in ways]
        if rest is not None:
            increases += [cost - prices.bye(rest) - own[i] for cost in _with_rest(prices, pairs[i], rest)]
        best.append(min(increases, default=None))
    return best


def _with_rest(prices: Prices, pair: Pair, rest: int) -> Iterator[Cost]:
    """The costs of the bye and the pair after one of the pair has changed with the entrant that rests."""
    resting = prices.resting()
    for one, other in (pair, pair[::-1]):
        if one in resting and prices.may_meet(other, rest):
            yield prices.bye(one) + prices.pair(other, rest)


def _best_ways(prices: Prices, pairs: Sequence[Pair]) -> Iterator[list[tuple[int, Pair, Pair]]]:
    """For each pair its exchanges that are best before the lots: the number of the other pair, and the two new pairs.

    A field of 1,024 has a quarter of a million of them: numpy compares them, as whole numbers.
    """
    import numpy as np

    rows = _Rows(prices)
    firsts, seconds = (np.array([pair[side] for pair in pairs], np.intp) for side in (0, 1))
    own = np.array([rows.whole(prices.pair(*pair)) for pair in pairs], rows.dtype)
    for i, (one, other) in enumerate(pairs):
        left, right = rows.of(one), rows.of(other)
        straight = left[firsts] + right[seconds] - own
        across = left[seconds] + right[firsts] - own
        # With itself a pair exchanges nothing.
        straight[i] = across[i] = rows.never
        least = min(straight.min(), across.min())
        if least > rows.most:
            yield []
            continue
        yield [
            *((j, (one, pairs[j][0]), (other, pairs[j][1])) for j in np.flatnonzero(straight == least).tolist()),
            *((j, (one, pairs[j][1]), (other, pairs[j][0])) for j in np.flatnonzero(across == least).tolist()),
        ]


class _Rows:
    """Costs of the pairs of one entrant with all others, as whole numbers in which exchanges compare as their costs do.

    An exchange is two new pairs less an old one, so it is enough if a factor exceeds four times what one pair costs later.
    """

    def __init__(self, prices: Prices) -> None:
        import numpy as np

        self.prices = prices
        highest = prices.scale.highest
        if not prices.is_drawn:
            # Lots are asked for only where all before is equal: there are half a million in a field of 1,024.
            highest = replace(highest, lots=0)
        self.factors = Cost(*factors_over(Cost(*(4 * level for level in astuple(highest)))))
        widest = self.whole(highest)
        self.most = 2 * widest
        """The most that an exchange costs."""
        self.never = 4 * widest + 1
        """The cost of a pair that is not allowed: an exchange with it is above `most`."""
        # Of two new pairs both may be forbidden, and the old one is taken off.
        self.dtype: Any = np.int64 if 3 * self.never < 2**63 else object
        self._places = np.arange(prices.size).astype(self.dtype)
        self._scores = np.array(prices.scores, self.dtype)
        self._group_sizes = np.array([prices.group_sizes[score] for score in prices.scores], self.dtype)

    def whole(self, cost: Cost) -> int:
        """A cost as one whole number, its lots only where they decide."""
        comparable = cost if self.prices.is_drawn else replace(cost, lots=0)
        return whole(comparable, astuple(self.factors))

    def of(self, one: int) -> "NDArray[Any]":
        """The row of an entrant."""
        prices, factors = self.prices, self.factors
        distance, gap = self._places - one, self._scores - prices.scores[one]
        row = factors.lives * lives_level(prices.method, gap)
        row += factors.differences * difference_level(prices.method, distance, gap)
        row += factors.halves * half_level(prices.method, distance, gap, self._group_sizes)
        if prices.is_drawn:
            row += factors.lots * prices.lots[one]
        row[list(prices.apart[one])] += factors.apart
        for rival, age in prices.last_meetings[one].items():
            if not prices.repeats:
                row[rival] = self.never
            elif not prices.free_repeats:
                row[rival] += factors.repeats * prices.repeats_of(one, rival) + factors.ages * age
        row[one] = self.never
        return row
