"""Rating of one match: the Bradley-Terry model with full pairing of Weng and Lin (JMLR 12, 2011), by OpenSkill.

A rating is an estimate of strength: `mu`, its expected value, and `sigma`, its standard deviation. All players begin at
1500 ± 500; `beta` 250 is the deviation of a player's performance in one match from the strength. The strength of a side is the
sum of its players', and so is its variance. `tau` 5 is added to `sigma` before each match (as variances are added), so that no
rating becomes fixed.

Ratings go in and come out in whole hundredths. So they can be computed again from the stored figures with the same result, also
on a machine that rounds the last digit of a logarithm differently.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain
from math import exp, fsum, sqrt
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct

if TYPE_CHECKING:
    from openskill.models import BradleyTerryFull

T = TypeVar("T")

HUNDREDTHS = 100
MU, SIGMA, BETA, TAU = 1500.0, 500.0, 250.0, 5.0
"""The first rating and its deviation, the deviation of one performance, and the uncertainty that each match adds."""
SURE = 3
"""Number of `sigma` between `mu` and the strength that is almost sure. The sure strength of a new player is 0."""


class Strength(Struct, frozen=True):
    """A player's estimated strength, in hundredths of a point."""

    mu: int = round(MU * HUNDREDTHS)
    sigma: int = round(SIGMA * HUNDREDTHS)

    @property
    def sure(self) -> int:
        """The strength that the player has almost surely at least: `mu` less SURE times `sigma`."""
        return self.mu - SURE * self.sigma


START = Strength()


class SideOutcome(Struct, frozen=True):
    """The average score of a side against the other sides, in percent (win 100, level 50, loss 0), and the expected one."""

    scored: int
    expected: int


Sides = Sequence[Sequence[Strength]]
"""The players of each side of a match."""


def rate_match(sides: Sides, places: Sequence[int]) -> list[list[Strength]]:
    """The strengths after a match of these sides with these places. Sides with the same place were level."""
    model = _model()
    teams = [[model.rating(one.mu / HUNDREDTHS, one.sigma / HUNDREDTHS) for one in side] for side in sides]
    after = model.rate(teams, ranks=[float(place) for place in places])
    return [[Strength(round(one.mu * HUNDREDTHS), round(one.sigma * HUNDREDTHS)) for one in side] for side in after]


def outcomes(sides: Sides, places: Sequence[int]) -> list[SideOutcome]:
    """The reasons for the changes of a match: for each side, its score and the score expected from the strengths before it."""
    together = [_together(side) for side in sides]
    return [
        SideOutcome(
            scored=_percent([1.0 if place < other else 0.5 if place == other else 0.0 for other in _others(places, n)]),
            expected=_percent([_win_probability(together[n], other) for other in _others(together, n)]),
        )
        for n, place in enumerate(places)
    ]


@cache
def _model() -> "BradleyTerryFull":
    # Its library is loaded with the first match that counts.
    from openskill.models import BradleyTerryFull

    return BradleyTerryFull(mu=MU, sigma=SIGMA, beta=BETA, tau=TAU)


def _others(values: Sequence[T], n: int) -> Iterator[T]:
    return chain(values[:n], values[n + 1 :])


def _together(side: Sequence[Strength]) -> tuple[float, float]:
    """The strength of a side, and its variance at the beginning of a match."""
    return (
        sum(one.mu for one in side) / HUNDREDTHS,
        fsum((one.sigma / HUNDREDTHS) ** 2 + TAU**2 for one in side),
    )


def _win_probability(one: tuple[float, float], other: tuple[float, float]) -> float:
    """The probability that one side finishes ahead of another."""
    doubt = sqrt(one[1] + other[1] + 2 * BETA**2)
    return 1 / (1 + exp((other[0] - one[0]) / doubt))


def _percent(parts: Sequence[float]) -> int:
    return round(100 * fsum(parts) / len(parts))
