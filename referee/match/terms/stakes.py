"""Stakes: the points that each player puts in, of no currency, and the division of the pot by the places.

The service computes the shares. It holds nothing and pays nothing.
"""

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct

from referee.errors import BadRequest, Flaw, Inconsistent
from referee.text import Text

SPLIT = "stakes.split"
RETURNED = "stakes.returned"
WINNER = (1,)
"""The weights if the winner takes all."""

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
        Meta(description="`winner_takes_all`, or what each place weighs, from the first: one of them is above 0."),
    ]

    @property
    def weights(self) -> tuple[int, ...]:
        """The weight of each place from the first; places beyond them have weight 0."""
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
    """Raises BadRequest if all weights are 0, Inconsistent if there are more weights than places."""
    weights = stakes.weights
    if not any(weights):
        flaw = Text(
            es="ningún puesto se lleva nada: al menos un peso ha de ser mayor que 0",
            en="no place gets anything: at least one weight must be above 0",
        )
        raise BadRequest(flaw, rule=SPLIT, flaws=(Flaw("$.stakes.split", flaw),))
    if len(weights) > places:
        flaw = Text(
            es=f"hay {len(weights)} pesos, y a repartir {places} puestos como mucho",
            en=f"there are {len(weights)} weights, and at most {places} places to divide among",
        )
        raise Inconsistent(flaw, rule=SPLIT, flaws=(Flaw("$.stakes.split", flaw),))


def settle(stakes: Stakes, people: int, places: Sequence[Sharers]) -> Settlement:
    """Divides the pot of `people` players by their places, best first; without places, all get their stake back.

    Players that share a place pool the weights of their places. Each takes their part rounded down; the points left over go one
    by one, in the order of people, to those with a rounded part. The weight of an empty place is not counted.
    """
    pot = stakes.each * people
    weights = _pool(stakes.weights, places)
    weight = sum(weights)
    if not weight:
        return Settlement(pot, (stakes.each,) * people, (0,) * people, RETURNED)
    shares = [0] * people
    rounded_people = []
    for place_weight, sides in zip(weights, places, strict=True):
        for side in sides:
            for person in side:
                shares[person], rest = divmod(pot * place_weight, weight * len(sides) * len(side))
                rounded_people += [person] if rest else []
    for person in sorted(rounded_people)[: pot - sum(shares)]:
        shares[person] += 1
    return Settlement(pot, tuple(shares), tuple(share - stakes.each for share in shares), SPLIT)


def _pool(weights: Sequence[int], places: Sequence[Sharers]) -> list[int]:
    """The sum of the weights that the sharers of each place take up."""
    sums, first = [], 0
    for sides in places:
        sums.append(sum(weights[first : first + len(sides)]))
        first += len(sides)
    return sums
