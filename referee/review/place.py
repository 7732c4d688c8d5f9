"""Where in a match something happened: when, in which hand, in which trick."""

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct

from referee.match.entries import AnyEntry, path
from referee.match.facts import HandDealt, TrickTaken


class PlaceInMatch(Struct, frozen=True):
    """When a version was recorded, and in which hand and trick, both counted from 1; null before the first hand, or where no
    trick was ever taken.
    """

    at: datetime
    hand: int | None
    trick: int | None


def place_of(entries: Sequence[AnyEntry], version: int) -> PlaceInMatch:
    """Where a version of a match stands that still counts."""
    line = path(entries)
    hand: int | None = None
    taken = 0
    for entry in line:
        if entry.version > version:
            break
        for fact in entry.facts:
            if isinstance(fact, HandDealt):
                hand, taken = fact.hand, 0
            elif isinstance(fact, TrickTaken) and entry.version < version:
                taken += 1
    tricks = any(isinstance(fact, TrickTaken) for entry in line for fact in entry.facts)
    recorded = next(entry.recorded_at for entry in line if entry.version == version)
    return PlaceInMatch(datetime.fromisoformat(recorded), hand, taken + 1 if tricks and hand is not None else None)
