"""Where in a match something happened: when, in which hand, in which trick."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from msgspec import Struct

from referee.match.entries import AnyEntry
from referee.match.facts import HandDealt, TrickTaken
from referee.match.vocabulary import Retract


class PlaceInMatch(Struct, frozen=True):
    """When a version was recorded, and in which hand and trick, both counted from 1; null before the first hand, or where no
    trick was ever taken.
    """

    at: datetime
    hand: int | None
    trick: int | None


class PlaceReached(NamedTuple):
    """How far a match has come: in which hand it is, how many tricks of that hand are taken, and whether any trick ever was."""

    hand: int | None = None
    taken: int = 0
    tricks: bool = False


def places_reached(entries: Sequence[AnyEntry]) -> list[PlaceReached]:
    """How far a match had come with each version, by its number; a `retract` goes back to how far it had come with its `to`."""
    course = [PlaceReached()]
    for entry in entries:
        if isinstance(entry.event, Retract):
            course.append(course[entry.event.to])
            continue
        hand, taken, tricks = course[-1]
        for fact in entry.facts:
            if isinstance(fact, HandDealt):
                hand, taken = fact.hand, 0
            elif isinstance(fact, TrickTaken):
                taken, tricks = taken + 1, True
        course.append(PlaceReached(hand, taken, tricks))
    return course


def place_of(entries: Sequence[AnyEntry], version: int) -> PlaceInMatch:
    """Where a version of a match stands that still counts."""
    course = places_reached(entries)
    return place_on(course, entries[version - 1], tricks=course[-1].tricks)


def place_on(course: Sequence[PlaceReached], entry: AnyEntry, *, tricks: bool) -> PlaceInMatch:
    """Where an entry stands in the course of its match. `tricks`: whether any trick is taken there, also later."""
    before, then = course[entry.version - 1], course[entry.version]
    # The trick that the entry itself takes is the one that it is in, and a hand that it deals has none yet.
    taken = min(before.taken, then.taken)
    trick = taken + 1 if tricks and then.hand is not None else None
    return PlaceInMatch(datetime.fromisoformat(entry.recorded_at), then.hand, trick)
