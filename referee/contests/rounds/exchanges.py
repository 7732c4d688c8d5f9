"""Costs of the next best: for each pair of a pairing, the best exchange of its rival with one other pair."""

from collections.abc import Iterator, Sequence

from referee.contests.rounds.costs import Cost, Prices


def next_best(prices: Prices, pairs: Sequence[tuple[int, int]], rest: int | None) -> list[Cost | None]:
    """The least increase for each pair, or None where no exchange is allowed.

    Two pairs exchange rivals in two ways; a pair and the entrant that rests, too. Meetings and byes against the rules are left
    out.
    """
    least: list[Cost | None] = [None] * len(pairs)

    def offer(i: int, increase: Cost) -> None:
        best = least[i]
        if best is None or increase < best:
            least[i] = increase

    own = [prices.pair(*pair) for pair in pairs]
    for i, pair in enumerate(pairs):
        for j in range(i + 1, len(pairs)):
            for two in _ways(pair, pairs[j]):
                if all(prices.may_meet(*new) for new in two):
                    increase = prices.pair(*two[0]) + prices.pair(*two[1]) - own[i] - own[j]
                    offer(i, increase)
                    offer(j, increase)
        if rest is not None:
            for one, other in (pair, pair[::-1]):
                if one in prices.resting() and prices.may_meet(other, rest):
                    offer(i, prices.bye(one) + prices.pair(other, rest) - prices.bye(rest) - own[i])
    return least


def _ways(one: tuple[int, int], other: tuple[int, int]) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """The two ways in which two pairs exchange their rivals."""
    yield (one[0], other[0]), (one[1], other[1])
    yield (one[0], other[1]), (one[1], other[0])
