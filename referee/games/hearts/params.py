"""Parameters of a match of Corazones, one struct a ruleset."""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from referee.match.timing.limits import Keeper


class CastillarParams(Struct, frozen=True, forbid_unknown_fields=True):
    """House rules of a match."""

    limit: Annotated[int, Meta(ge=1, le=10_000, description="With 4 seats: the total that ends the match.")] = 100
    rounds: Annotated[int, Meta(ge=1, le=100, description="With 2 seats: how many rounds are played.")] = 4


class YppediaParams(Struct, frozen=True, forbid_unknown_fields=True):
    """House rules of a match."""

    closing_score: Annotated[int, Meta(ge=1, le=100_000, description="The total that ends the match.")] = 100
    turn_seconds: Annotated[int, Meta(ge=1, le=86_400)] | None = None
    """Seconds a seat has for its card; null: no clock."""
    clock: Annotated[
        Keeper | UnsetType,
        Meta(description="House rule: who says that a turn's time is over; only with `turn_seconds`."),
    ] = UNSET
