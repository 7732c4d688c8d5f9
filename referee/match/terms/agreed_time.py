"""Terms of time that a table agrees on: clocks that the referee keeps, in any game."""

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


def with_defaults(terms: AgreedTime | None, usual: AgreedTime | None) -> AgreedTime | None:
    """The agreed terms, with the usual ones for those left out."""
    if terms is None or usual is None:
        return terms or usual
    return AgreedTime(
        usual.turn_seconds if terms.turn_seconds is UNSET else terms.turn_seconds,
        usual.match_seconds if terms.match_seconds is UNSET else terms.match_seconds,
    )
