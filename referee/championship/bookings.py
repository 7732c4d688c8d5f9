"""The times, tables and players of the matches still to come, and their overlaps.

People are the ids that they have now, so that a person entered twice and merged is one person in all contests.
"""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Literal

from msgspec import UNSET, Struct

from referee.championship.recorded_contest import Names, RecordedContest
from referee.contests.contest import Contest
from referee.moments import later
from referee.people.merges import Merges
from referee.people.name_similarity import normalize_name

USUAL = timedelta(hours=1)
"""Assumed length of a match if its contest agreed on no time [ruling].

No double booking is reported between matches an hour apart, so that they can follow each other.
"""

Resource = str | tuple[Literal["table"], str]
"""A person by id, or a table by its number or name: a resource that cannot be in two matches at once."""


_WORD = re.compile(r"^(?:mesa|table)\s*(?:n[.º°o]*|#)?\s*(?=\d)")
"""A prefix of the number of a table."""


def spot(table: int | str) -> str:
    """A table by its usual name, in any spelling: «salon» is «Salón», and «Mesa 3» is table 3."""
    words = _WORD.sub("", normalize_name(str(table)))
    return words.lstrip("0") or words


def duration(contest: Contest) -> timedelta:
    """Length of a match of a contest: its agreed time, or the usual one."""
    seconds = contest.timing.match_seconds if contest.timing else UNSET
    return USUAL if seconds is UNSET else timedelta(seconds=seconds)


class Booking(Struct, frozen=True):
    """The time and place of a match still to come, its entrants, and the ids of all its players."""

    contest: RecordedContest
    fixture: str
    entrants: tuple[str, ...]
    people: tuple[str, ...]
    table: int | str | None
    begins: datetime
    ends: datetime

    def takes(self) -> Iterator[Resource]:
        """The people and the table that it needs."""
        yield from self.people
        if self.table is not None:
            yield "table", spot(self.table)

    def is_as(self, before: "Booking | None") -> bool:
        """True if it needs the same, at the same time, as it did before."""
        if before is None:
            return False
        return (self.begins, self.ends, {*self.takes()}) == (before.begins, before.ends, {*before.takes()})

    def overlaps(self, other: "Booking") -> bool:
        """True if both are played at one time. A match that begins as another ends does not overlap it."""
        return self.begins < other.ends and other.begins < self.ends

    def people_of(self, other: "Booking") -> tuple[str, ...]:
        """The people that play in another match too."""
        return tuple(person for person in other.people if person in self.people)

    def table_of(self, other: "Booking") -> int | str | None:
        """The table of both; None where they are played at two, or at none."""
        if self.table is None or other.table is None:
            return None
        return self.table if spot(self.table) == spot(other.table) else None

    def title(self, names: Names) -> str:
        """The names of the entrants; an erased person stands by the id."""
        return " – ".join(self.contest.display_name(entrant, names) or entrant for entrant in self.entrants)


class Timetable:
    """The matches of a championship that have a time, over all its contests; by the id of the fixture in `bookings`."""

    def __init__(self, contests: Iterable[RecordedContest], merges: Merges) -> None:
        """Computes the bookings of these contests."""
        self.bookings = {one.fixture: one for contest in contests for one in _bookings(contest, merges)}
        self._longest = max((one.ends - one.begins for one in self.bookings.values()), default=USUAL)
        self._of: defaultdict[Resource, list[Booking]] = defaultdict(list)
        for booking in sorted(self.bookings.values(), key=lambda one: one.begins):
            for resource in booking.takes():
                self._of[resource].append(booking)

    def beside(self, own: Booking) -> Iterator[Booking]:
        """The other matches at the same time that need a person of this one, or its table; each once."""
        fixtures = {own.fixture}
        for resource in own.takes():
            same = self._of.get(resource, ())
            first = bisect_right(same, own.begins, key=lambda one: later(one.begins, self._longest))
            for other in same[first:]:
                if other.begins >= own.ends:
                    break
                if other.fixture not in fixtures and own.overlaps(other):
                    fixtures.add(other.fixture)
                    yield other


def _bookings(contest: RecordedContest, merges: Merges) -> Iterator[Booking]:
    if not contest.has_times:
        return
    lasts, records = duration(contest.contest), contest.by_fixture()
    for fixture in contest.state.fixtures:
        record = records.get((fixture.key, fixture.entrants))
        if record is None or record.starts_at is None or fixture.state != "pending":
            continue
        begins = datetime.fromisoformat(record.starts_at)
        people = tuple(merges.now(one) for entrant in fixture.entrants for one in contest.contest.people(entrant))
        table = record.table_now(fixture)
        yield Booking(contest, record.id, fixture.entrants, people, table, begins, later(begins, lasts))
