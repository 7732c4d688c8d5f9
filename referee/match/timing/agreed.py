"""What a table agrees on as to time: a clock that the referee keeps, in any game."""

from typing import Annotated

from msgspec import Meta, Struct

TURNS = "clock.turns"
PAUSES = "clock.pauses"


class AgreedTime(Struct, frozen=True, forbid_unknown_fields=True):
    """The time of every turn of a match, whose end the referee decides on: the service plays nothing by it."""

    turn_seconds: Annotated[int, Meta(ge=1, le=86_400, description="How long a turn may take, in seconds.")]
