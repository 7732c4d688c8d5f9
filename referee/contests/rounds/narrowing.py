"""Pairs of a large field that can be in its least pairing. The others are left out before the matching is made.

A field of 1,024 has half a million pairs, and a matching of that many takes a quarter of a minute. This is how all but some
thousands are left out, each of them by proof. Costs are those of the levels before the lots (of the lots alone where the
method has no other level), as whole numbers, doubled:

1. A lower bound of all pairings. Each entrant gets a share, such that no pair costs less than the shares of its two entrants;
   what a pair costs beyond them is its remainder. A pairing has every entrant once, so it costs the sum of all shares, and its
   remainders.
2. Parity raises it. A cut parts the first k of the table from the others. If k is odd, every pairing has a pair across; if each
   pair across has a remainder of r or more, r can be taken off all of them and added to the bound: a pairing that crosses more
   than once then costs more than bound and remainders, never less. The bye is a pair with a vertex after the last entrant.
   So a pairing costs at least the bound and its remainders, and no remainder is negative.
3. An upper bound: the cost of the least pairing among a few promising pairs of each entrant.
4. A pair with a remainder above the upper bound less the lower one is in no pairing that costs as little as the one of step 3.
   The least pairing of the pairs that are left is therefore the least of all.
5. What is left is matched by its costs less the shares of both entrants (not less what the cuts took): they differ by the same
   sum for every pairing, and most good pairs begin with 0, which spares the matching most of its steps.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING

from referee.contests.rounds.costs import Cost, Prices, difference_level, half_level, lives_level
from referee.contests.rounds.matching import Edge, least_matching

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]

NEVER = 2**60
"""The cost of a pair that is not allowed."""
WIDEST = 2**55
"""Costs are below: sums of a few of them, doubled, are far from `NEVER`."""
FIRST_TRY = 8
"""Promising pairs of each entrant, by their costs and by their remainders."""
PASSES = 10
"""Passes that raise all shares halfway. More of them gain little."""


def narrow(prices: Prices) -> list[Edge] | None:
    """The pairs and byes that can be in the least pairing, with costs to match them by; None where that is not sure.

    It is sure if some pairing has no repeat, no pair that should be apart, and a bye of the lowest level: each of these levels
    is then at its least, and every pair that costs something there is left out. Lives, which come before these levels, are added
    to the lots; it is sure if that pairing has them at their least too.
    """
    import numpy as np

    costs = _costs(prices)
    if costs is None:
        return None
    remainders = 2 * costs
    shares, taken_by_cuts = _take_all(remainders, _cuts(prices))
    bound = int(shares.sum()) + taken_by_cuts
    upper = _promising_pairing(costs, remainders)
    if upper is None:
        return None
    if prices.method == "knockout" and _lives(prices, upper) != least_lives(prices):
        return None
    spare = 2 * sum(int(costs[edge]) for edge in upper) - bound
    ones, others = np.nonzero(np.triu(remainders <= spare, 1))
    beyond_shares = 2 * costs[ones, others] - shares[ones] - shares[others]
    return _with_lots(prices, zip(ones.tolist(), others.tolist(), beyond_shares.tolist(), strict=True))


def _costs(prices: Prices) -> "Numbers | None":
    """The costs of all pairs by the levels that decide, `NEVER` where a pair would cost something before them.

    None where they are too wide, or an entrant has no pair.
    """
    import numpy as np

    size = prices.size
    costs = np.full((size + size % 2, size + size % 2), NEVER, np.int64)
    if prices.is_drawn:
        factor = 2**prices.scale.lot_bits * (size // 2 + 1)
        if factor * prices.scale.highest.lives >= WIDEST:
            return None
        scores = np.array(prices.scores)
        costs[:size, :size] = prices.lots
        for one in range(size):
            costs[one, :size] += factor * lives_level(prices.method, scores - scores[one])
    else:
        places, scores = np.arange(size), np.array(prices.scores)
        groups = np.array([prices.group_sizes[score] for score in prices.scores])
        levels = Cost(*prices.scale.factors)
        # All factors before the last are multiples of the one of the halves.
        factor = levels.differences // levels.halves
        if levels.bye // levels.halves >= WIDEST:
            return None
        for one in range(size):
            distance, gap = places - one, scores - scores[one]
            differences = difference_level(prices.method, distance, gap)
            costs[one, :size] = factor * differences + half_level(prices.method, distance, gap, groups)
    for one in range(size):
        forbidden = prices.apart[one] if prices.free_repeats else prices.apart[one] | prices.last_meetings[one].keys()
        costs[one, [one, *forbidden]] = NEVER
    resting = prices.resting()
    least_level = min(map(prices.bye_level, resting), default=0)
    for one in resting:
        if prices.bye_level(one) == least_level:
            costs[one, size] = costs[size, one] = prices.bye_lot(one) if prices.is_drawn else 0
    return None if (costs.min(axis=1) == NEVER).any() else costs


def _lives(prices: Prices, pairing: Iterable[tuple[int, int]]) -> int:
    return sum(prices.pair(one, other).lives for one, other in pairing if max(one, other) < prices.size)


def least_lives(prices: Prices) -> int:
    """The least sum of the squares of the differences in lives of all pairings, whoever may meet.

    A cut between two numbers of lives with an odd number of entrants above it is crossed by a pair, which costs at least the
    square of that step; a pairing that crosses each such cut once costs no more.
    """
    counts = Counter(prices.scores)
    resting = {prices.scores[one] for one in prices.resting()}
    return min(_least_steps(counts - Counter([score])) for score in resting) if resting else _least_steps(counts)


def _least_steps(counts: Mapping[int, int]) -> int:
    scores = sorted(score for score, count in counts.items() if count)
    steps, below = 0, 0
    for score, following in pairwise(scores):
        below += counts[score]
        steps += (following - score) ** 2 * (below % 2)
    return steps


def _cuts(prices: Prices) -> list[int]:
    """The odd numbers of first entrants that are worth a cut: between two scores, or anywhere if places decide."""
    if prices.method == "random":
        return []
    scores = prices.scores
    # In a knockout the scores are lives.
    return [k for k in range(1, prices.size, 2) if prices.method == "danish" or scores[k - 1] != scores[k]]


def _take_all(remainders: "Numbers", cuts: list[int]) -> tuple["Numbers", int]:
    """Takes shares and cuts off the doubled costs: the shares, and the sum of what the cuts took."""
    shares = _take_shares(remainders)
    taken_by_cuts = 0
    for k in cuts:
        across = int(remainders[:k, k:].min())
        if across:
            remainders[:k, k:] -= across
            remainders[k:, :k] -= across
            taken_by_cuts += across
    # Where the cuts took something, some shares have room again.
    return shares + _take_shares(remainders), taken_by_cuts


def _take_shares(remainders: "Numbers") -> "Numbers":
    """Takes the entrants' shares off all pairs, and returns them. No pair costs less than its two shares at any step."""
    import numpy as np

    shares = np.zeros(len(remainders), np.int64)
    for _ in range(PASSES):
        # Each share goes half of the way to the most that its pairs leave it. Where both of a pair do so, they meet at its cost.
        shares = (shares + (remainders - shares).min(axis=1)) // 2
    for one, row in enumerate(remainders):
        shares[one] = (row - shares).min()
    remainders -= shares
    remainders -= shares[:, None]
    return shares


def _promising_pairing(costs: "Numbers", remainders: "Numbers") -> list[tuple[int, int]] | None:
    """The least pairing among promising pairs, more of them until there is one; None if there is none at all."""
    import numpy as np

    size = len(costs)
    places = np.arange(size)
    # Many remainders are 0. Without a scatter all entrants would promise themselves the same few rivals.
    scatter = (places * 7919 + places[:, None] * 104729) % 1009
    by_remainder = np.minimum(remainders, WIDEST // 1024) * 1024 + scatter
    count = FIRST_TRY
    while True:
        pairs = {
            (min(pair), max(pair))
            for square in (costs, by_remainder)
            for one, row in enumerate(np.argpartition(square, min(count, size - 1), axis=1)[:, :count].tolist())
            for pair in ((one, other) for other in row)
        }
        edges = [(*pair, int(costs[pair])) for pair in pairs if costs[pair] < NEVER]
        pairing = least_matching(size, edges)
        if pairing is not None or count >= size:
            return pairing
        count *= 4


def _with_lots(prices: Prices, edges: Iterable[Edge]) -> list[Edge]:
    """The edges with what they cost in all: the lots come after the other levels, doubled as these are."""
    if prices.is_drawn:
        return list(edges)
    factor, size = Cost(*prices.scale.factors).halves, prices.size
    return [
        (one, other, cost * factor + 2 * (prices.bye_lot(one) if other == size else prices.lot(one, other)))
        for one, other, cost in edges
    ]
