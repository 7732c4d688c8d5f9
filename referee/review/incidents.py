"""The incidents of a match: each card that was given, with where the log has it, so that paper can be held against it."""

from collections.abc import Sequence

from msgspec import Struct

from referee.match.aggregate import Match
from referee.match.entries import AnyEntry, path
from referee.match.facts import Sanctioned
from referee.match.state import ALL
from referee.match.vocabulary import Opening, Retract, Seats
from referee.review.place import PlaceInMatch, place_on, places_reached


class Incident(Struct, frozen=True):
    """A card that event `version` of a match gave to `player`, among those who sat at the table then, by seat.

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
    """Every card on record, first to last, also those that count no more."""
    way = {entry.version for entry in path(entries)}
    course, seated = places_reached(entries), _seated(entries)
    found: list[Incident] = []
    for entry in entries:
        given = [fact for fact in entry.facts if isinstance(fact, Sanctioned)]
        if not given:
            continue
        counts = entry.version in way
        tricks = course[-1 if counts else entry.version].tricks
        place, people = place_on(course, entry, tricks=tricks), seated[entry.version]
        shown = entry.hash if match.sees(entry.version, visible) == ALL else None
        found += [
            Incident(
                *(entry.version, people[fact.seat], fact.card, fact.reason, people, place),
                *(entry.recorded_by, shown, counts),
            )
            for fact in given
        ]
    return found


def _seated(entries: Sequence[AnyEntry]) -> list[tuple[str, ...]]:
    """The ids of who sits at a table with each version, by its number, and there by seat."""
    seated: list[tuple[str, ...]] = [()]
    for entry in entries:
        match entry.event:
            case Opening(seats=seats) | Seats(seats=seats):
                seated.append(tuple(seat.player for seat in seats))
            case Retract(to=version):
                seated.append(seated[version])
            case _:
                seated.append(seated[-1])
    return seated
