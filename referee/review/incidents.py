"""The incidents of a match: each card that was given, with where the log has it, so that paper can be held against it."""

from collections.abc import Sequence

from msgspec import Struct

from referee.match.aggregate import Match
from referee.match.entries import AnyEntry, path
from referee.match.facts import Sanctioned
from referee.match.state import ALL
from referee.match.vocabulary import Opening, Seats
from referee.review.place import PlaceInMatch, place_of


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
    found: list[Incident] = []
    for entry in entries:
        given = [fact for fact in entry.facts if isinstance(fact, Sanctioned)]
        if not given:
            continue
        counts = entry.version in way
        line = entries if counts else entries[: entry.version]
        place, people = place_of(line, entry.version), seated(entries[: entry.version])
        shown = entry.hash if match.sees(entry.version, visible) == ALL else None
        found += [
            Incident(
                *(entry.version, people[fact.seat], fact.card, fact.reason, people, place),
                *(entry.recorded_by, shown, counts),
            )
            for fact in given
        ]
    return found


def seated(entries: Sequence[AnyEntry]) -> tuple[str, ...]:
    """The ids of who sits at a table after these entries, by seat."""
    events = [entry.event for entry in path(entries)]
    last = next(event for event in reversed(events) if isinstance(event, Opening | Seats))
    return tuple(seat.player for seat in last.seats)
