"""How one match moves ratings: the Bradley-Terry model with full pairing of Weng and Lin (JMLR 12, 2011), by OpenSkill.

A rating is a belief about strength: `mu`, what is expected, and `sigma`, how far that may be off. Everybody begins at 1500 ± 500;
`beta` 250 is how much the play of one match varies about somebody's strength. A side of several is as strong as all of them
together, and as uncertain. `tau` 5 is added to `sigma` before each match (as variances are), so that no rating hardens for good.

Ratings go in and come out in whole hundredths: whoever works them out again from what is stored gets the same figures, whichever
machine rounds the last digit of a logarithm another way.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from math import exp, fsum, sqrt
from typing import TypeVar

from msgspec import Struct
from openskill.models import BradleyTerryFull

T = TypeVar("T")

HUNDREDTHS = 100
MU, SIGMA, BETA, TAU = 1500.0, 500.0, 250.0, 5.0
"""Where everybody begins, how far that may be off, how much one match varies, and what each match adds to the doubt."""
SURE = 3
"""How many `sigma` below `mu` a strength is as good as sure: where everybody begins, that is 0."""

_model = BradleyTerryFull(mu=MU, sigma=SIGMA, beta=BETA, tau=TAU)


class Strength(Struct, frozen=True):
    """What is believed of somebody's strength, in hundredths of a point."""

    mu: int = round(MU * HUNDREDTHS)
    sigma: int = round(SIGMA * HUNDREDTHS)

    @property
    def sure(self) -> int:
        """What the strength is at least, as good as surely."""
        return self.mu - SURE * self.sigma


START = Strength()


class SideOutcome(Struct, frozen=True):
    """How a side did against each of the others on average, in percent (won 100, level 50, lost 0), and what was expected."""

    scored: int
    expected: int


Sides = Sequence[Sequence[Strength]]
"""The players of each side of a match."""


def rated(sides: Sides, places: Sequence[int]) -> list[list[Strength]]:
    """The strengths after a match in which these sides came to these places. Sides of the same place were level."""
    teams = [[_model.rating(one.mu / HUNDREDTHS, one.sigma / HUNDREDTHS) for one in side] for side in sides]
    after = _model.rate(teams, ranks=[float(place) for place in places])
    return [[Strength(round(one.mu * HUNDREDTHS), round(one.sigma * HUNDREDTHS)) for one in side] for side in after]


def outcomes(sides: Sides, places: Sequence[int]) -> list[SideOutcome]:
    """Why a match moved ratings: for each side, how it did, and how the strengths before let it be expected to do."""
    together = [_together(side) for side in sides]
    return [
        SideOutcome(
            scored=_percent([1.0 if place < other else 0.5 if place == other else 0.0 for other in _others(places, n)]),
            expected=_percent([_expected(together[n], other) for other in _others(together, n)]),
        )
        for n, place in enumerate(places)
    ]


def _others(values: Sequence[T], n: int) -> Iterator[T]:
    return chain(values[:n], values[n + 1 :])


def _together(side: Sequence[Strength]) -> tuple[float, float]:
    """The strength of a side, and the variance of the doubt about it at the beginning of a match."""
    return (
        sum(one.mu for one in side) / HUNDREDTHS,
        fsum((one.sigma / HUNDREDTHS) ** 2 + TAU**2 for one in side),
    )


def _expected(one: tuple[float, float], other: tuple[float, float]) -> float:
    """How likely one side is to come before another."""
    doubt = sqrt(one[1] + other[1] + 2 * BETA**2)
    return 1 / (1 + exp((other[0] - one[0]) / doubt))


def _percent(parts: Sequence[float]) -> int:
    return round(100 * fsum(parts) / len(parts))
