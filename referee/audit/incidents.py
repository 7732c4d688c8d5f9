"""The incidents of a match: each card, with its place in the log, so that a paper record can be compared with it."""

from collections.abc import Sequence

from msgspec import Struct

from referee.audit.place import PlaceInMatch, place_on, progress_by_version
from referee.match.aggregate import Match
from referee.match.entries import AnyEntry, effective_entries
from referee.match.events import Opening, Retract, Seats
from referee.match.facts import SanctionImposed
from referee.match.state import ALL


class Incident(Struct, frozen=True):
    """A card that event `version` of a match gave to `player`; `people` are those at the table then, by seat.

    `hash` is that of the entry, null while the reader may not see it. `counts` is false once a `retract` took the event back.
    """

    version: int
    player: str
    card: str
    reason: str
    people: tuple[str, ...]
    place: PlaceInMatch
    recorded_by: str
    hash: str | None
    counts: bool


def incidents(match: Match, entries: Sequence[AnyEntry], visible: int = ALL) -> list[Incident]:
    """All cards on record, first to last, also those that were taken back."""
    way = {entry.version for entry in effective_entries(entries)}
    course, people_by_version = progress_by_version(entries), _people_by_version(entries)
    result: list[Incident] = []
    for entry in entries:
        cards = [fact for fact in entry.facts if isinstance(fact, SanctionImposed)]
        if not cards:
            continue
        counts = entry.version in way
        tricks = course[-1 if counts else entry.version].tricks
        place, people = place_on(course, entry, tricks=tricks), people_by_version[entry.version]
        hash_ = entry.hash if match.sees(entry.version, visible) == ALL else None
        result += [
            Incident(
                *(entry.version, people[fact.seat], fact.card, fact.reason, people, place),
                *(entry.recorded_by, hash_, counts),
            )
            for fact in cards
        ]
    return result


def _people_by_version(entries: Sequence[AnyEntry]) -> list[tuple[str, ...]]:
    """The ids of the people at a table after each version, by its number and then by seat."""
    people_by_version: list[tuple[str, ...]] = [()]
    for entry in entries:
        match entry.event:
            case Opening(seats=seats) | Seats(seats=seats):
                people_by_version.append(tuple(seat.player for seat in seats))
            case Retract(to=version):
                people_by_version.append(people_by_version[version])
            case _:
                people_by_version.append(people_by_version[-1])
    return people_by_version
