"""Stakes: what each player puts in, in points of no currency, and how the pot is divided by the places.

The service works out who is owed what. It holds nothing and pays nothing.
"""

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct

from referee.errors import BadRequest, Flaw, Inconsistent
from referee.text import Text

SPLIT = "stakes.split"
RETURNED = "stakes.returned"
WINNER = (1,)
"""The weights where the winner takes all."""

Weight = Annotated[int, Meta(ge=0, le=1_000_000)]
Weights = Annotated[
    tuple[Weight, ...],
    Meta(
        min_length=1,
        max_length=64,
        description="What each place weighs, from the first; the places after them, nothing.",
    ),
]
Sharers = Sequence[Sequence[int]]
"""The sides that hold a place, and of each side its people, as indices of their order (seats, or players as drawn)."""


class Stakes(Struct, frozen=True, forbid_unknown_fields=True):
    """What each player stakes, and how the pot is divided: all to the winner, or by weights of the places."""

    each: Annotated[int, Meta(ge=1, le=1_000_000, description="What each player puts in, in points of no currency.")]
    split: Annotated[
        Literal["winner_takes_all"] | Weights,
        Meta(description="`winner_takes_all`, or what each place weighs, from the first."),
    ]

    @property
    def weights(self) -> tuple[int, ...]:
        """What each place weighs; places beyond them weigh nothing."""
        return WINNER if isinstance(self.split, str) else self.split


class Settlement(Struct, frozen=True):
    """How the stakes come out, in order of the seats; `shares` come to the `pot`, and `net` to nothing.

    `rule`: `stakes.split`, or `stakes.returned` where everybody has their stake back.
    """

    pot: Annotated[int, Meta(description="What everybody put in together.")]
    shares: Annotated[tuple[int, ...], Meta(description="For each seat, what it takes of the pot.")]
    net: Annotated[tuple[int, ...], Meta(description="For each seat, what it takes less what it put in.")]
    rule: str


def require_divisible(stakes: Stakes, places: int) -> None:
    """Raises BadRequest where no place weighs anything, Inconsistent where more places have a weight than there are."""
    weights = stakes.weights
    if not any(weights):
        nobody = Text(
            es="ningún puesto se lleva nada: al menos un peso ha de ser mayor que 0",
            en="no place gets anything: at least one weight must be above 0",
        )
        raise BadRequest(nobody, rule=SPLIT, flaws=(Flaw("$.stakes.split", nobody),))
    if len(weights) > places:
        flaw = Text(
            es=f"hay {len(weights)} pesos, y a repartir {places} puestos como mucho",
            en=f"there are {len(weights)} weights, and at most {places} places to divide among",
        )
        raise Inconsistent(flaw, rule=SPLIT, flaws=(Flaw("$.stakes.split", flaw),))


def settle(stakes: Stakes, people: int, places: Sequence[Sharers]) -> Settlement:
    """The pot of so many people, divided by who holds which place, best first; no places: all have their stake back.

    Those who share a place pool what their places weigh. Each takes their part rounded down, and what is left over goes one by
    one, in the order of `people`, to those whose part was rounded. What a place that nobody holds weighs is not counted.
    """
    pot = stakes.each * people
    held = _pooled(stakes.weights, places)
    weight = sum(held)
    if not weight:
        return Settlement(pot, (stakes.each,) * people, (0,) * people, RETURNED)
    shares = [0] * people
    rounded = []
    for pooled, sides in zip(held, places, strict=True):
        for side in sides:
            for person in side:
                shares[person], rest = divmod(pot * pooled, weight * len(sides) * len(side))
                rounded += [person] if rest else []
    for person in sorted(rounded)[: pot - sum(shares)]:
        shares[person] += 1
    return Settlement(pot, tuple(shares), tuple(share - stakes.each for share in shares), SPLIT)


def _pooled(weights: Sequence[int], places: Sequence[Sharers]) -> list[int]:
    """What each place weighs with those that its sharers take up."""
    pooled, first = [], 0
    for sides in places:
        pooled.append(sum(weights[first : first + len(sides)]))
        first += len(sides)
    return pooled
