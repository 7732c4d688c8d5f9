"""What a table agrees on as to time: clocks that the referee keeps, in any game."""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

TURNS = "clock.turns"
PAUSES = "clock.pauses"
MATCH = "clock.match"
CONTEST = "clock.contest"


class AgreedTime(Struct, frozen=True, forbid_unknown_fields=True):
    """The time of every turn of a match, that of the whole match, or both. The service says when it is over."""

    turn_seconds: (
        Annotated[int, Meta(ge=1, le=86_400, description="How long a turn may take, in seconds.")] | UnsetType
    ) = UNSET
    match_seconds: (
        Annotated[
            int,
            Meta(ge=1, le=86_400, description="How long the match may take from its first deal on, in seconds."),
        ]
        | UnsetType
    ) = UNSET


def with_defaults(agreed: AgreedTime | None, usual: AgreedTime | None) -> AgreedTime | None:
    """What was agreed on, with the usual time of what it leaves out."""
    if agreed is None or usual is None:
        return agreed or usual
    return AgreedTime(
        usual.turn_seconds if agreed.turn_seconds is UNSET else agreed.turn_seconds,
        usual.match_seconds if agreed.match_seconds is UNSET else agreed.match_seconds,
    )
