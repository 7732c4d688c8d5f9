"""When and where the matches that are still to come are played, by whom, and which of them are at the same time.

People are the ids that they have now, so that somebody who was entered twice and merged is one person in all contests.
"""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Literal

from msgspec import UNSET, Struct

from referee.championship.record.contest import ContestOnRecord, Names
from referee.contests.contest import Contest
from referee.moments import later
from referee.people.merges import Merges
from referee.people.name_similarity import normalized

USUAL = timedelta(hours=1)
"""How long a match is taken to last whose contest agreed on no time [ruling].

Within it nobody is told to be at two tables, and matches an hour apart follow each other.
"""

Resource = str | tuple[Literal["table"], str]
"""A person by id, or a table by its number or name: what cannot be in two matches at once."""


_WORD = re.compile(r"^(?:mesa|table)\s*(?:n[.º°o]*|#)?\s*(?=\d)")
"""What may stand before the number of a table."""


def spot(table: int | str) -> str:
    """A table by what people call it, however they write that: «salon» is «Salón», and «Mesa 3» is table 3."""
    words = _WORD.sub("", normalized(str(table)))
    return words.lstrip("0") or words


def duration(contest: Contest) -> timedelta:
    """How long a match of a contest lasts: its agreed time, or the usual one."""
    seconds = contest.timing.match_seconds if contest.timing else UNSET
    return USUAL if seconds is UNSET else timedelta(seconds=seconds)


class Booking(Struct, frozen=True):
    """When and where a match is played that is still to come, between which entrants, and the ids of all who play."""

    contest: ContestOnRecord
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
        """Whether it needs the same, at the same time, as it did before."""
        if before is None:
            return False
        return (self.begins, self.ends, {*self.takes()}) == (before.begins, before.ends, {*before.takes()})

    def overlaps(self, other: "Booking") -> bool:
        """Whether both are played at one time. A match that begins as another ends does not overlap it."""
        return self.begins < other.ends and other.begins < self.ends

    def people_of(self, other: "Booking") -> tuple[str, ...]:
        """The people who play in another match too."""
        return tuple(person for person in other.people if person in self.people)

    def table_of(self, other: "Booking") -> int | str | None:
        """The table of both; None where they are played at two, or at none."""
        if self.table is None or other.table is None:
            return None
        return self.table if spot(self.table) == spot(other.table) else None

    def title(self, names: Names) -> str:
        """Who plays, by name; who was erased stands by the id."""
        return " – ".join(self.contest.called(entrant, names) or entrant for entrant in self.entrants)


class Timetable:
    """The matches of a championship that have a time, over all its contests; by the id of the fixture in `bookings`."""

    def __init__(self, contests: Iterable[ContestOnRecord], merges: Merges) -> None:
        """Works out the bookings of these contests."""
        self.bookings = {one.fixture: one for contest in contests for one in _bookings(contest, merges)}
        self._longest = max((one.ends - one.begins for one in self.bookings.values()), default=USUAL)
        self._of: defaultdict[Resource, list[Booking]] = defaultdict(list)
        for booking in sorted(self.bookings.values(), key=lambda one: one.begins):
            for resource in booking.takes():
                self._of[resource].append(booking)

    def beside(self, own: Booking) -> Iterator[Booking]:
        """The other matches at the same time that need a person of this one, or its table; each once."""
        seen = {own.fixture}
        for resource in own.takes():
            same = self._of.get(resource, ())
            ended = bisect_right(same, own.begins, key=lambda one: later(one.begins, self._longest))
            for other in same[ended:]:
                if other.begins >= own.ends:
                    break
                if other.fixture not in seen and own.overlaps(other):
                    seen.add(other.fixture)
                    yield other


def _bookings(contest: ContestOnRecord, merges: Merges) -> Iterator[Booking]:
    if not contest.has_times():
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
