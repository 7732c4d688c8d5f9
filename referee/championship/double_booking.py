"""Two matches of a championship at one time with the same person, or the same table, in both.

It is a warning of the decision that brings it about, and no refusal: the organizer may know better. Only the matches that a
decision is about, or that it changed, are looked at; what overlapped before stays without a second warning.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import islice
from typing import Annotated, Literal

from msgspec import Meta, Struct

from referee.championship.appointments import duration
from referee.championship.events import Id
from referee.championship.shown import ContestPage
from referee.championship.views import FixtureView, Somebody
from referee.moments import later
from referee.text import Text

MOST = 100
"""Warnings of one answer. A draw of a large contest at times that are taken may have thousands of pairs."""

Resource = str | tuple[Literal["table"], str]
"""A person by id, or a table by its number or name: what cannot be in two matches at once."""


class DoubleBooking(Struct, frozen=True, omit_defaults=True):
    """Two matches at the same time, with the people or the table that both have."""

    code: Literal["double_booking"]
    detail: Annotated[str, Meta(description="Both matches, and what both have, in words.")]
    of: Annotated[Id, Meta(description="The match that the decision is about, or that it changed.")]
    fixture: Annotated[Id, Meta(description="The other match.")]
    contest: Annotated[Id, Meta(description="The contest of the other match.")]
    people: Annotated[tuple[Somebody, ...], Meta(description="The people in both; only where there are any.")] = ()
    table: Annotated[int | str | None, Meta(description="The table that both have; only where it is one.")] = None


Warnings = Annotated[
    tuple[DoubleBooking, ...],
    Meta(
        description="Matches that it is about, or that it changed, at the same time as others with the same people or at the "
        f"same table; only where there are any, and at most {MOST}."
    ),
]


class FixturePlanned(FixtureView, frozen=True, omit_defaults=True, kw_only=True):
    """A match of a contest after it was said when and where it is played."""

    warnings: Warnings = ()


class Booking(Struct, frozen=True):
    """When, where and between whom a match is played that is still to come."""

    fixture: FixtureView
    begins: datetime
    ends: datetime

    @property
    def people(self) -> tuple[Somebody, ...]:
        """Everybody who plays."""
        return tuple(person for entrant in self.fixture.entrants for person in entrant.players or (entrant,))

    def takes(self) -> Iterator[Resource]:
        """The people and the table that it needs."""
        yield from (person.id for person in self.people)
        if self.fixture.table is not None:
            yield "table", str(self.fixture.table)

    def is_as(self, before: "Booking | None") -> bool:
        """Whether it needs the same, at the same time, as it did before."""
        if before is None:
            return False
        return (self.begins, self.ends, {*self.takes()}) == (before.begins, before.ends, {*before.takes()})

    def overlaps(self, other: "Booking") -> bool:
        """Whether both are played at one time. A match that begins as another ends does not overlap it."""
        return self.begins < other.ends and other.begins < self.ends


def double_bookings(
    before: ContestPage, after: ContestPage, language: str, fixture: str | None = None
) -> tuple[DoubleBooking, ...]:
    """What overlaps, over all contests of the championship, with the matches of a contest that are not as they were.

    `fixture` is a match that was given its time, by id: it is looked at though that is the one that it had.
    """
    known, now = _bookings(before), _bookings(after)
    changed = [one for id_, one in now.items() if id_ == fixture or not one.is_as(known.get(id_))]
    if not changed:
        return ()
    championship, names = after.championship, after.names
    beside = (one for one in championship.contests.values() if one.id != after.on_record.id)
    pages = (ContestPage(championship, one, names) for one in beside if one.has_times())
    others = [*now.values(), *(booking for page in pages for booking in _bookings(page).values())]
    return tuple(_warning(own, other, language) for own, other in islice(_pairs(changed, others), MOST))


def _bookings(page: ContestPage) -> dict[str, Booking]:
    """The matches of a contest that are still to be played and have a time, by id."""
    lasts, found = duration(page.contest), {}
    for view in page.scheduled():
        assert view.starts_at is not None
        begins = datetime.fromisoformat(view.starts_at)
        found[view.id] = Booking(view, begins, later(begins, lasts))
    return found


def _pairs(changed: Iterable[Booking], others: Iterable[Booking]) -> Iterator[tuple[Booking, Booking]]:
    """Each of these matches with each that overlaps it and needs a person or table of it; two of them as one pair."""
    taken: defaultdict[Resource, list[Booking]] = defaultdict(list)
    for booking in others:
        for resource in booking.takes():
            taken[resource].append(booking)
    done: set[str] = set()
    for own in changed:
        done.add(own.fixture.id)
        rivals = {other.fixture.id: other for one in own.takes() for other in taken[one] if own.overlaps(other)}
        yield from ((own, other) for id_, other in rivals.items() if id_ not in done)


def _warning(own: Booking, other: Booking, language: str) -> DoubleBooking:
    ids = {person.id for person in own.people}
    people = tuple(person for person in other.people if person.id in ids)
    table = own.fixture.table
    same_table = table is not None and str(table) == str(other.fixture.table)
    detail = _detail(own, other, people, table if same_table else None).in_language(language)
    return DoubleBooking(
        "double_booking",
        detail,
        own.fixture.id,
        other.fixture.id,
        other.fixture.contest,
        people,
        table if same_table else None,
    )


def _detail(own: Booking, other: Booking, people: tuple[Somebody, ...], table: int | str | None) -> Text:
    one, two = (" – ".join(who.name or who.id for who in match.fixture.entrants) for match in (own, other))
    both = [person.name or person.id for person in people]
    es = ", ".join([*both, *([] if table is None else [f"la mesa {table}"])])
    en = ", ".join([*both, *([] if table is None else [f"table {table}"])])
    return Text(
        es=f"«{one}» y «{two}» son a la vez; en los dos: {es}",
        en=f"“{one}” and “{two}” are at the same time; in both: {en}",
    )
