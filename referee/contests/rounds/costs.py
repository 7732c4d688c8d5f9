"""Costs of a pairing by the clause of its method (rounds.swiss, danish, random; knockout.redraw, lives), level by level.

The levels stand in the order of the clauses: a pairing is better if it costs less at the first level at which two of them differ.
`Scale` turns the levels into one whole number in which they cannot mix, so that a matching of least weight is the least pairing.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING, Literal, TypeVar

from msgspec import Struct
from msgspec.structs import astuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Square = NDArray[np.int64]

Number = TypeVar("Number", int, "NDArray[np.int64]")
"""A whole number, or an array of them."""
PairingMethod = Literal["swiss", "danish", "random", "mitchell"]
"""The methods that a contest in rounds may choose."""
Method = Literal["swiss", "danish", "random", "mitchell", "knockout"]
Repeats = Literal["never", "last", "always"]
"""The rounds of the danish method in which two may meet again."""
LOT_BITS = 32
"""The bits of a lot: the first ones of its SHA-256."""
WIDTH = 127
"""Bits of the numbers with which matchings are made, without the sign."""


class Field(Struct, frozen=True):
    """Entrants of one round, and what its pairing depends on."""

    entrants: tuple[str, ...]
    """By the table, from first to last; those level in everything by the order of the draw."""
    scores: Mapping[str, int]
    meetings: Mapping[frozenset[str], tuple[int, ...]]
    """The rounds in which two entrants met. Entrants that are not in the field are ignored."""
    rests: Mapping[str, int]
    """Byes so far, and walkovers won, which count as byes. Missing: none."""
    order: tuple[str, ...]
    """The order of the draw: the ids of a pair stand in it in what is hashed."""
    seed: str
    partnerships: Mapping[frozenset[str], tuple[int, ...]] = {}
    """The rounds in which two were partners, where these change (partners.rotating)."""
    meeting_counts: Mapping[frozenset[str], int] = {}
    """How many repeats it is if two entrants meet again; missing: one."""
    apart: tuple[tuple[str, ...], ...] = ()
    """Groups of entrants that the organizer wants apart: no two members of one should meet."""


class Cost(Struct, frozen=True, order=True, omit_defaults=True):
    """The cost of a pair, a bye or a whole pairing, by level: compared from the first level to the last."""

    lives: int = 0
    """`knockout`: squares of the differences in lives, added up."""
    repeats: int = 0
    """Pairs that meet again."""
    ages: int = 0
    """The rounds of the last meetings of these pairs, added up: the least sum is the oldest."""
    apart: int = 0
    """Pairs of entrants that the organizer wants apart."""
    bye: int = 0
    """Places between the entrant with the bye and the last. `random` and `knockout`: byes that this entrant has had."""
    differences: int = 0
    """Squares of the differences in score, added up. `danish`: in place. `random` and `knockout`: 0."""
    halves: int = 0
    """`swiss`, for pairs of equal score: squares of (twice the distance in places - the size of the score's group)."""
    lots: int = 0
    """The lots of the pairs and of the bye."""

    def __add__(self, other: "Cost") -> "Cost":
        """The sum, level by level."""
        return Cost(*(mine + theirs for mine, theirs in zip(astuple(self), astuple(other), strict=True)))

    def __sub__(self, other: "Cost") -> "Cost":
        """The difference, level by level. A level may be negative where one before it is positive."""
        return Cost(*(mine - theirs for mine, theirs in zip(astuple(self), astuple(other), strict=True)))


class Scale(Struct, frozen=True):
    """The factors that turn a cost into one whole number, one for each level of `Cost`, and the bits of the lots.

    Each factor exceeds what all levels after it can add up to in one pairing of this field, so no sum of later levels outweighs
    one unit of an earlier one: the whole numbers of two pairings compare as their costs do.

    Lots have 32 bits. In an extreme field, where the numbers would not fit 128 bits, only the first bits of each lot count: the
    most that fit (`lot_bits`).
    """

    factors: tuple[int, ...]
    lot_bits: int
    highest: Cost
    """The most that one pair or bye can cost, level by level."""

    def whole(self, cost: Cost) -> int:
        """The cost as one whole number."""
        return whole(cost, self.factors)


def whole(cost: Cost, factors: Sequence[int]) -> int:
    """The levels of a cost, each times its factor, added up."""
    return sum(level * factor for level, factor in zip(astuple(cost), factors, strict=True))


def factors_over(sums: Cost) -> tuple[int, ...]:
    """Factors for the levels, each above what the later levels come to at most, if `sums` is the most of each."""
    factors = [1]
    for most in astuple(sums)[:0:-1]:
        factors.insert(0, factors[0] * (most + 1))
    return tuple(factors)


class Prices:
    """The cost of each pair and each bye of a field. Entrants are numbers here: their places in the table, from 0."""

    def __init__(self, field: Field, method: Method, *, repeats: bool = False, free_repeats: bool = False) -> None:
        """Prepares the field. `repeats`: entrants may meet again; `free_repeats`: and that costs nothing."""
        self.field = field
        self.method = method
        self.is_drawn = method in {"random", "knockout"}
        """True if lots decide between pairs that keep the rules."""
        self.repeats = repeats or free_repeats
        self.free_repeats = free_repeats
        self.size = len(field.entrants)
        self.numbers = {entrant: i for i, entrant in enumerate(field.entrants)}
        self.scores = [field.scores[entrant] for entrant in field.entrants]
        self.group_sizes = Counter(self.scores)
        self.rests = [field.rests.get(entrant, 0) for entrant in field.entrants]
        self.last_meetings = self._last_meetings()
        """Of each entrant: the rivals met, with the round of the last meeting."""
        self.most_repeats = max(field.meeting_counts.values(), default=1)
        self.apart = self._rivals_apart()
        lines = {entrant: i for i, entrant in enumerate(field.order)}
        self._draw = [lines[entrant] for entrant in field.entrants]
        self._ids = [entrant.encode() for entrant in field.entrants]
        self._seed = field.seed.encode()
        self.scale = scale_of(self)

    def _last_meetings(self) -> list[dict[int, int]]:
        rivals: list[dict[int, int]] = [{} for _ in range(self.size)]
        for pair, rounds in self.field.meetings.items():
            two = [self.numbers[entrant] for entrant in pair if entrant in self.numbers]
            if len(two) == 2 and rounds:
                rivals[two[0]][two[1]] = rivals[two[1]][two[0]] = max(rounds)
        return rivals

    def _rivals_apart(self) -> list[set[int]]:
        rivals: list[set[int]] = [set() for _ in range(self.size)]
        for group in self.field.apart:
            members = {self.numbers[entrant] for entrant in group if entrant in self.numbers}
            for member in members:
                rivals[member] |= members - {member}
        return rivals

    def repeats_of(self, one: int, other: int) -> int:
        """The repeats of two that have met, if they meet again."""
        if not self.field.meeting_counts:
            return 1
        return self.field.meeting_counts.get(frozenset((self.field.entrants[one], self.field.entrants[other])), 1)

    def may_meet(self, one: int, other: int) -> bool:
        """True if two entrants may be paired: they have not met, or repeats are allowed."""
        return self.repeats or other not in self.last_meetings[one]

    def resting(self) -> list[int]:
        """The entrants that may have the bye, in the order of the table; none in an even field.

        No entrant has two byes; where lots decide, no entrant rests twice while another has not rested. Where all have rested,
        `repeats` allows those with the fewest byes one more.
        """
        if self.size % 2 == 0:
            return []
        fewest = min(self.rests)
        if fewest and self.is_drawn:
            return [*range(self.size)]
        if fewest and not self.repeats:
            return []
        return [i for i, rests in enumerate(self.rests) if rests == fewest]

    def pair(self, one: int, other: int) -> Cost:
        """The cost of a pair, whether it may be paired or not."""
        age = None if self.free_repeats else self.last_meetings[one].get(other)
        distance, gap = other - one, self.scores[other] - self.scores[one]
        return Cost(
            lives=lives_level(self.method, gap),
            repeats=0 if age is None else self.repeats_of(one, other),
            ages=age or 0,
            apart=int(other in self.apart[one]),
            differences=difference_level(self.method, distance, gap),
            halves=half_level(self.method, distance, gap, self.group_sizes[self.scores[one]]),
            lots=self.lot(one, other),
        )

    def bye(self, entrant: int) -> Cost:
        """The cost of a bye."""
        return Cost(bye=self.bye_level(entrant), lots=self.bye_lot(entrant))

    def bye_level(self, entrant: int) -> int:
        """The cost of a bye without its lot."""
        return self.rests[entrant] if self.is_drawn else self.size - 1 - entrant

    def lot(self, one: int, other: int) -> int:
        """The lot of a pair: the first bits of SHA-256 of seed, newline, id, newline, id, in the order of the draw."""
        first, second = (one, other) if self._draw[one] < self._draw[other] else (other, one)
        return self._first_bits(self._ids[first] + b"\n" + self._ids[second])

    def bye_lot(self, entrant: int) -> int:
        """The lot of a bye: the first bits of SHA-256 of seed, newline, id."""
        return self._first_bits(self._ids[entrant])

    def _first_bits(self, ids: bytes) -> int:
        digest = sha256(self._seed + b"\n" + ids).digest()
        return int.from_bytes(digest[: LOT_BITS // 8], "big") >> (LOT_BITS - self.scale.lot_bits)

    @cached_property
    def lots(self) -> "Square":
        """The lots of all pairs; 0 for an entrant with itself."""
        import numpy as np

        square: Square = np.zeros((self.size, self.size), np.int64)
        for one in range(self.size - 1):
            square[one, one + 1 :] = [self.lot(one, other) for other in range(one + 1, self.size)]
        square += square.T
        return square


def lives_level(method: Method, gap: Number) -> Number:
    """The square of the difference in lives (`gap`): of a pair, or of many at once."""
    return gap * gap * (method == "knockout")


def difference_level(method: Method, distance: Number, gap: Number) -> Number:
    """The square of the difference in places (`distance`) or in scores (`gap`): of a pair, or of many at once."""
    difference = distance if method == "danish" else gap
    return difference * difference * (method in {"swiss", "danish"})


def half_level(method: Method, distance: Number, gap: Number, group_size: Number) -> Number:
    """The square of (twice the distance in places - the size of the group) for entrants of one group, otherwise 0."""
    # Twice the distance, so that half the size of an odd group is a whole number too.
    difference = 2 * abs(distance) - group_size
    level: Number = difference * difference * ((gap == 0) & (method == "swiss"))
    return level


def scale_of(prices: Prices) -> Scale:
    """The scale of a field, with the most bits of the lots that fit.

    A matching of n vertices with weights of at most w is made with numbers below (n + 4) * w (`matching`), and a large field is
    matched by twice its costs at most (`narrowing`). Repeats are always counted in, so that a lot has the same bits whether they
    are allowed or not. Raises OverflowError where not even lots of one bit fit.
    """
    vertices = prices.size + prices.size % 2
    for bits in range(LOT_BITS, 0, -1):
        scale = _scale(prices, bits)
        if (vertices + 4) * 2 * scale.whole(scale.highest) < 2**WIDTH:
            return scale
    raise OverflowError(f"the scores of {prices.size} entrants are too far apart to be paired exactly")


def _scale(prices: Prices, lot_bits: int) -> Scale:
    """The scale with these bits of the lots, whether it fits or not."""
    pairs = prices.size // 2
    ages = [age for rivals in prices.last_meetings for age in rivals.values()]
    span = max(prices.scores, default=0) - min(prices.scores, default=0)
    furthest = {"swiss": span, "danish": max(prices.size - 1, 0)}.get(prices.method, 0) ** 2
    groups = [] if prices.method != "swiss" else _groups(prices.scores)
    last_bye = 0 if prices.size % 2 == 0 else max(prices.rests) if prices.is_drawn else prices.size - 1
    lot = 2**lot_bits - 1
    # For each level the most that one pair or bye costs, and the most that all of them cost together.
    highest = Cost(
        lives=lives_level(prices.method, span),
        repeats=prices.most_repeats * bool(ages),
        ages=max(ages, default=0),
        apart=int(any(prices.apart)),
        bye=last_bye,
        differences=furthest,
        halves=max((most for _, most in groups), default=0),
        lots=lot,
    )
    sums = Cost(
        lives=highest.lives * pairs,
        repeats=highest.repeats * pairs,
        ages=highest.ages * pairs,
        apart=highest.apart * pairs,
        bye=highest.bye,
        differences=highest.differences * pairs,
        halves=sum(pairs_inside * most for pairs_inside, most in groups),
        lots=lot * (pairs + 1),
    )
    return Scale(factors_over(sums), lot_bits, highest)


def _groups(scores: Sequence[int]) -> list[tuple[int, int]]:
    """For each score of several entrants: how many pairs they make at most, and the most that `half_level` makes of one."""
    first = {score: i for i, score in reversed([*enumerate(scores)])}
    last = {score: i for i, score in enumerate(scores)}
    # Distances inside a group run from 1 to that of its first and its last.
    return [
        (size // 2, max(size - 2, 2 * (last[score] - first[score]) - size) ** 2)
        for score, size in Counter(scores).items()
        if size > 1
    ]
