"""Places in a match: the time, the hand and the trick of an event."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from msgspec import Struct

from referee.match.entries import AnyEntry
from referee.match.events import Retract
from referee.match.facts import HandDealt, TrickTaken


class PlaceInMatch(Struct, frozen=True):
    """The time of a version, with its hand and its trick, both counted from 1.

    The hand is null before the first one, the trick also in a match without tricks.
    """

    at: datetime
    hand: int | None
    trick: int | None


class ProgressInMatch(NamedTuple):
    """The progress of a match: its hand, the number of tricks taken in that hand, and if any trick was ever taken."""

    hand: int | None = None
    taken: int = 0
    tricks: bool = False


def progress_by_version(entries: Sequence[AnyEntry]) -> list[ProgressInMatch]:
    """The progress of a match at each version, by its number. A `retract` returns to the progress at its `to`."""
    course = [ProgressInMatch()]
    for entry in entries:
        if isinstance(entry.event, Retract):
            course.append(course[entry.event.to])
            continue
        hand, trick_count, tricks = course[-1]
        for fact in entry.facts:
            if isinstance(fact, HandDealt):
                hand, trick_count = fact.hand, 0
            elif isinstance(fact, TrickTaken):
                trick_count, tricks = trick_count + 1, True
        course.append(ProgressInMatch(hand, trick_count, tricks))
    return course


def place_of(entries: Sequence[AnyEntry], version: int) -> PlaceInMatch:
    """The place of a version of a match that still counts."""
    course = progress_by_version(entries)
    return place_on(course, entries[version - 1], tricks=course[-1].tricks)


def place_on(course: Sequence[ProgressInMatch], entry: AnyEntry, *, tricks: bool) -> PlaceInMatch:
    """The place of an entry in the course of its match. `tricks` is true if the match has tricks, also later ones."""
    before, after = course[entry.version - 1], course[entry.version]
    # An entry that takes a trick is in that trick, and a hand that the entry deals has no tricks yet.
    trick_count = min(before.taken, after.taken)
    trick = trick_count + 1 if tricks and after.hand is not None else None
    return PlaceInMatch(datetime.fromisoformat(entry.recorded_at), after.hand, trick)
