"""Which sets of cards sum a number: the question behind every take.

A table may grow to thirty cards and more. Whether some set sums is asked of the sums alone; the sets are listed without
a step into a branch that holds none, so a list takes no longer than it is long.
"""

from collections.abc import Iterator

from referee.cards import bits
from referee.games.escoba.rules import VALUE


def reachable(cards: int) -> int:
    """The sums that some of these cards make, as bits; none of them sum to 0."""
    sums = 1
    for card in bits(cards):
        sums |= sums << VALUE[card]
    return sums


def count(cards: int, total: int) -> int:
    """How many sets of these cards sum `total`; the set of none sums 0."""
    counts = [1] + [0] * total
    for card in bits(cards):
        value = VALUE[card]
        for reached in range(total, value - 1, -1):
            counts[reached] += counts[reached - value]
    return counts[total]


def parts(cards: int, total: int) -> int:
    """Those of these cards that stand in some set that sums `total`."""
    fitting = (card for card in bits(cards) if VALUE[card] <= total)
    return sum(card for card in fitting if reachable(cards & ~card) >> (total - VALUE[card]) & 1)


def sets(cards: int, total: int) -> Iterator[int]:
    """Every set of one or more of these cards that sums `total`, which is at least 1."""
    lowest_first = tuple(bits(cards))
    rests = [1]
    for card in reversed(lowest_first):
        rests.append(rests[-1] | rests[-1] << VALUE[card])
    rests.reverse()
    return _sets(lowest_first, rests, 0, total)


def _sets(cards: tuple[int, ...], rests: list[int], start: int, total: int) -> Iterator[int]:
    """The sets of the cards from place `start` on; `rests[i]` holds the sums that the cards from place i on can make."""
    if not total:
        yield 0
        return
    if not rests[start] >> total & 1:
        return
    card = cards[start]
    value = VALUE[card]
    if value <= total:
        for others in _sets(cards, rests, start + 1, total - value):
            yield card | others
    yield from _sets(cards, rests, start + 1, total)
