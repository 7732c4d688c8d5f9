"""Pairings of one round (rounds.swiss, rounds.danish, rounds.random): the least of a field, and the cost of any other.

Pure: the same field and seed give the same pairing anywhere, so anybody can check one. Where the lots of two pairings add up
to the same and all before is equal too, both are least.
"""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import astuple

from referee.contests.rounds.costs import Cost, Field, Method, Prices, Repeats
from referee.contests.rounds.exchanges import next_best
from referee.contests.rounds.matching import Edge, largest_matching, least_matching
from referee.contests.rounds.narrowing import narrow

__all__ = [
    "Cost",
    "Field",
    "Method",
    "NoPairing",
    "PairedMatch",
    "Pairing",
    "PartnersCost",
    "Repeats",
    "Rest",
    "in_order",
    "is_least",
    "pair",
    "price",
]

ALL_PAIRS = 100
"""Entrants of the largest field in which all pairs are tried. In larger ones `narrow` leaves out those that cannot be least."""


class PairedMatch(Struct, frozen=True):
    """A pair of a round, the higher in the table first, with what decided it."""

    entrants: tuple[str, str]
    scores: tuple[int, int]
    places: tuple[int, int]
    """In the order of the table, from 1."""
    cost: Cost
    """Its own part of the pairing's cost."""
    next: Cost | None
    """The additional cost of the best exchange of rivals with one other pair, or with the entrant that rests.

    None where no such exchange is allowed. A later level may be negative where one before it is positive.
    """


class Rest(Struct, frozen=True):
    """The bye of a round."""

    entrant: str
    score: int
    place: int
    cost: Cost


class PartnersCost(Struct, frozen=True, order=True, omit_defaults=True):
    """The cost of the partners of a round and of its rests, by level: compared from the first to the last (partners.rotating)."""

    repeats: int = 0
    """Pairs that were partners before."""
    ages: int = 0
    """The rounds in which these were partners last, added up: the least sum is the oldest."""
    unplanned: int = 0
    """Pairs that the circle of the draw does not have in this round."""
    lots: int = 0
    """The lots of the pairs and of those that rest."""

    def __add__(self, other: "PartnersCost") -> "PartnersCost":
        """The sum, level by level."""
        return PartnersCost(*(mine + theirs for mine, theirs in zip(astuple(self), astuple(other), strict=True)))


class Pairing(Struct, frozen=True):
    """A pairing of a whole field."""

    matches: tuple[PairedMatch, ...]
    """In the order of the tables: by the place of the higher entrant."""
    rest: Rest | None
    cost: Cost
    lot_bits: int = 32
    """The bits of each lot that count: fewer than 32 only in extreme fields (`Scale`)."""
    rests: tuple[Rest, ...] = ()
    """Where partners change, those that rest: none to three."""
    partners: PartnersCost | None = None
    """Where partners change, the cost of the partners."""


class NoPairing(Exception):
    """Raised where no pairing keeps the rules: not without a repeat, or not without a second bye."""

    def __init__(self, in_the_way: tuple[str, ...], least: Pairing) -> None:
        super().__init__(
            "no pairing keeps the rules of the method; too few rivals are left for: " + ", ".join(in_the_way)
        )
        self.in_the_way = in_the_way
        """The entrants that a largest pairing may leave over, or of these those that no other of them could meet."""
        self.least = least
        """The least pairing with repeats: the fewest, then the oldest."""


def pair(field: Field, method: Method, *, repeats: bool = False, free_repeats: bool = False) -> Pairing:
    """The least pairing of a field. Raises NoPairing.

    `repeats`: entrants may meet again, as seldom as possible. `free_repeats`: as often as it comes.
    """
    prices = Prices(field, method, repeats=repeats, free_repeats=free_repeats)
    matching = _least(prices)
    if matching is None:
        raise NoPairing(_in_the_way(prices), pair(field, method, repeats=True))
    return _pairing(prices, matching)


def price(
    field: Field,
    method: Method,
    pairs: Sequence[tuple[str, str]],
    rest: str | None,
    *,
    repeats: bool = False,
    free_repeats: bool = False,
) -> Pairing:
    """The given pairing with its cost, also where it breaks a rule. Raises ValueError unless it has every entrant once."""
    prices = Prices(field, method, repeats=repeats, free_repeats=free_repeats)
    return _pairing(prices, _matching(prices, pairs, rest))


def is_least(
    field: Field,
    method: Method,
    pairs: Sequence[tuple[str, str]],
    rest: str | None,
    *,
    repeats: bool = False,
    free_repeats: bool = False,
) -> bool:
    """True if a pairing keeps the rules and none that keeps them costs less."""
    prices = Prices(field, method, repeats=repeats, free_repeats=free_repeats)
    matching = _matching(prices, pairs, rest)
    least = _least(prices)
    return least is not None and _is_allowed(prices, matching) and _total(prices, matching) == _total(prices, least)


def in_order(field: Field) -> Pairing:
    """First against second, third against fourth, and so on; the last that may have the bye rests (rounds.danish, `always`)."""
    prices = Prices(field, "danish", free_repeats=True)
    resting = prices.resting()[-1:]
    rest = resting[0] if resting else None
    line = [i for i in range(prices.size) if i != rest]
    matching = list(zip(line[::2], line[1::2], strict=True))
    return _pairing(prices, [*matching, *((i, prices.size) for i in resting)])


def _least(prices: Prices) -> list[tuple[int, int]] | None:
    """The least pairing in numbers, the bye as the number after the last entrant's; None where none keeps the rules."""
    edges = narrow(prices) if prices.size > ALL_PAIRS else None
    return least_matching(prices.size + prices.size % 2, all_edges(prices) if edges is None else edges)


def all_edges(prices: Prices) -> list[Edge]:
    """All pairs and byes that are allowed, with their costs."""
    whole = prices.scale.whole
    pairs = [
        (one, other, whole(prices.pair(one, other)))
        for one in range(prices.size)
        for other in range(one + 1, prices.size)
        if prices.may_meet(one, other)
    ]
    return [*pairs, *((one, prices.size, whole(prices.bye(one))) for one in prices.resting())]


def _in_the_way(prices: Prices) -> tuple[str, ...]:
    """The entrants that a largest pairing may leave over, or of these those that no other of them could meet, if any.

    By the theorem of Gallai and Edmonds all possible rivals of such an entrant are taken in every largest pairing; the others are
    left over only since they are an odd number among themselves. In a field too large to try each entrant: those that one
    largest pairing leaves over.
    """
    edges = all_edges(prices)
    vertices = prices.size + prices.size % 2
    largest = largest_matching(vertices, edges)
    left_over = set(range(prices.size)) - {entrant for pair in largest for entrant in pair}
    if prices.size <= ALL_PAIRS:
        left_over = {
            i
            for i in range(prices.size)
            if len(largest_matching(vertices, [edge for edge in edges if i not in edge[:2]])) == len(largest)
        }
    competing = {i for one, other, _ in edges if {one, other} <= left_over for i in (one, other)}
    return tuple(prices.field.entrants[i] for i in sorted(left_over - competing or left_over))


def _matching(prices: Prices, pairs: Sequence[tuple[str, str]], rest: str | None) -> list[tuple[int, int]]:
    """A given pairing in numbers. Raises ValueError unless it has every entrant once."""
    entrants = [*(entrant for two in pairs for entrant in two), *([] if rest is None else [rest])]
    if sorted(entrants) != sorted(prices.field.entrants):
        raise ValueError("a pairing must have every entrant of the field once, and no other")
    numbers = [sorted((prices.numbers[one], prices.numbers[other])) for one, other in pairs]
    matching = [(one, other) for one, other in numbers]
    return matching if rest is None else [*matching, (prices.numbers[rest], prices.size)]


def _is_allowed(prices: Prices, matching: Sequence[tuple[int, int]]) -> bool:
    """True if no meeting and no bye is against the rules."""
    return all(
        one in prices.resting() if other == prices.size else prices.may_meet(one, other) for one, other in matching
    )


def _total(prices: Prices, matching: Sequence[tuple[int, int]]) -> Cost:
    return sum((_cost(prices, edge) for edge in matching), Cost())


def _cost(prices: Prices, edge: tuple[int, int]) -> Cost:
    one, other = edge
    return prices.bye(one) if other == prices.size else prices.pair(one, other)


def _pairing(prices: Prices, matching: Sequence[tuple[int, int]]) -> Pairing:
    """A pairing in numbers as one that can be shown."""
    pairs = sorted(edge for edge in matching if edge[1] != prices.size)
    resting = [one for one, other in matching if other == prices.size]
    rest = resting[0] if resting else None
    ids, scores = prices.field.entrants, prices.scores
    matches = tuple(
        PairedMatch((ids[a], ids[b]), (scores[a], scores[b]), (a + 1, b + 1), prices.pair(a, b), increase)
        for (a, b), increase in zip(pairs, next_best(prices, pairs, rest), strict=True)
    )
    bye = None if rest is None else Rest(ids[rest], scores[rest], rest + 1, prices.bye(rest))
    return Pairing(matches, bye, _total(prices, matching), prices.scale.lot_bits)
