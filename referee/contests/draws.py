"""Draws that anyone can repeat, and who meets whom by an order that was drawn."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from referee.cards import drawn_order
from referee.match.vocabulary import SeedSource


class DrawnOrder(Struct, frozen=True, omit_defaults=True):
    """Entrants in the order drawn, and how: by SHA-256 of a seed, by lots on the table, or placed by strength."""

    order: tuple[str, ...]
    algorithm: Literal["sha256", "lots", "seeded"]
    seed: str | None = None
    seed_source: SeedSource | UnsetType = UNSET

    @property
    def fits(self) -> bool:
        """Whether the order is what its seed gives; nothing tells of a draw without one."""
        return self.algorithm != "sha256" or (
            self.seed is not None and drawn_order(self.order, self.seed) == self.order
        )


class Round(Struct, frozen=True):
    """The pairs of one round, in order, and who rests."""

    pairs: tuple[tuple[str, str], ...]
    rests: str | None


def draw(entrants: Iterable[str], seed: str, source: SeedSource | UnsetType = UNSET) -> DrawnOrder:
    """Orders entrants by SHA-256 of seed, newline, entrant id (castillar.draw); `source`: who chose the seed."""
    return DrawnOrder(drawn_order(entrants, seed), "sha256", seed, source)


def circle(order: Sequence[str], legs: int = 1) -> list[Round]:
    """Everyone against everyone by the circle method: the first stays, the others go round; if odd, the last place rests.

    A pair sits in draw order; in a second leg the other way round.
    """
    ring: list[str | None] = [*order, *([None] if len(order) % 2 else [])]
    seat = {entrant: i for i, entrant in enumerate(order)}
    rounds = []
    for _ in range(len(ring) - 1):
        meet = [(ring[i], ring[-1 - i]) for i in range(len(ring) // 2)]
        rests = next((a or b for a, b in meet if a is None or b is None), None)
        pairs = [(a, b) if seat[a] < seat[b] else (b, a) for a, b in meet if a is not None and b is not None]
        rounds.append(Round(tuple(pairs), rests))
        ring = [ring[0], ring[-1], *ring[1:-1]]
    back = [Round(tuple((b, a) for a, b in round_.pairs), round_.rests) for round_ in rounds]
    return [round_ for leg in range(legs) for round_ in (back if leg % 2 else rounds)]


def groups(order: Sequence[str], size: int) -> list[tuple[str, ...]]:
    """The first `size` of the draw, the next, and so on (castillar.draw)."""
    return [tuple(order[start : start + size]) for start in range(0, len(order), size)]


def bracket(order: Sequence[str | None]) -> list[str | None]:
    """The first round of a knockout, two by two: the first of the order meet the last, byes (None) go to the first.

    The two strongest can meet in the last match only, the four strongest not before the last four.
    """
    size = 1
    while size < len(order):
        size *= 2
    return [order[n] if n < len(order) else None for n in _places(size)]


def _places(size: int) -> Iterator[int]:
    """Places of a bracket: the weakest of each half is paired with its strongest."""
    places = [0]
    while len(places) < size:
        last = 2 * len(places) - 1
        places = [both for place in places for both in (place, last - place)]
    return iter(places)
