"""Sets of cards that sum a number: the question behind every take.

A table may grow to thirty cards and more. The existence of a set is answered from sums alone. The list of sets never enters
a branch without one, so its time is proportional to its length.
"""

from collections.abc import Iterator

from referee.cards import bits
from referee.games.escoba.rules import VALUE


def reachable(cards: int) -> int:
    """The sums that some of these cards make, as bits; the empty set sums 0."""
    sums = 1
    for card in bits(cards):
        sums |= sums << VALUE[card]
    return sums


def count(cards: int, total: int) -> int:
    """The number of sets of these cards that sum `total`; the empty set sums 0."""
    counts = [1] + [0] * total
    for card in bits(cards):
        value = VALUE[card]
        for amount in range(total, value - 1, -1):
            counts[amount] += counts[amount - value]
    return counts[total]


def parts(cards: int, total: int) -> int:
    """The cards among these that are in some set that sums `total`."""
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
