"""Two matches of a championship at one time with the same person, or the same table, in both.

It is a warning of the decision that brings it about, and no refusal: the organizer may know better. Only the matches that a
decision is about, or that it changed, are looked at; what overlapped before stays without a second warning.
"""

from collections.abc import Collection, Iterable, Iterator
from itertools import chain, islice
from typing import Annotated, Any

from msgspec import Meta

from referee.championship.bookings import Booking, Timetable
from referee.championship.events import Id
from referee.championship.recorded_contest import Names
from referee.championship.state import Championship
from referee.championship.views import MOST_BESIDE, DoubleBooked, FixtureView, Somebody
from referee.text import Text

MOST = 100
"""Warnings of one answer. A draw of a large contest at times that are taken may have thousands of pairs."""


class DoubleBooking(
    DoubleBooked, frozen=True, omit_defaults=True, kw_only=True, tag_field="code", tag="double_booking"
):
    """Two matches at the same time, with the people or the table that both have."""

    detail: Annotated[str, Meta(description="Both matches, and what both have, in words.")]
    of: Annotated[Id, Meta(description="The match that the decision is about, or that it changed.")]


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


def double_bookings(
    before: Championship, after: Championship, names: Names, language: str, fixture: str | None = None
) -> tuple[DoubleBooking, ...]:
    """The overlaps, over all contests of a championship, of the matches that are not as they were.

    `fixture` is a match that was given its time, by id: it is checked even if its time did not change.
    """
    earlier, now = before.timetable().bookings, after.timetable()
    bookings = [one for id_, one in now.bookings.items() if id_ == fixture or not one.is_as(earlier.get(id_))]
    return tuple(_warning(own, other, names, language) for own, other in islice(_pairs(now, bookings), MOST))


def of_person(
    championships: Iterable[Championship], person: str, names: Names, language: str
) -> tuple[DoubleBooking, ...]:
    """The overlaps of the matches of a person, by their current id."""
    pairs = chain.from_iterable(
        _pairs(now, [one for one in now.bookings.values() if person in one.people])
        for now in (championship.timetable() for championship in championships)
    )
    return tuple(_warning(own, other, names, language) for own, other in islice(pairs, MOST))


def beside(championship: Championship, fixture: str, names: Names) -> tuple[DoubleBooked, ...]:
    """The first few matches at the time of one still to come that share a person or the table with it."""
    timetable = championship.timetable()
    own = timetable.bookings.get(fixture)
    if own is None:
        return ()
    return tuple(DoubleBooked(**_common(own, other, names)) for other in islice(timetable.beside(own), MOST_BESIDE))


def _pairs(now: Timetable, bookings: Collection[Booking]) -> Iterator[tuple[Booking, Booking]]:
    """Each of these matches with each that overlaps it and needs a person or table of it; two of them as one pair."""
    fixtures: set[str] = set()
    for own in bookings:
        fixtures.add(own.fixture)
        yield from ((own, other) for other in now.beside(own) if other.fixture not in fixtures)


def _common(own: Booking, other: Booking, names: Names) -> dict[str, Any]:
    """The other match, and the resources of both."""
    people = tuple(Somebody(person, names(person)) for person in own.people_of(other))
    return {"fixture": other.fixture, "contest": other.contest.id, "people": people, "table": own.table_of(other)}


def _warning(own: Booking, other: Booking, names: Names, language: str) -> DoubleBooking:
    common = _common(own, other, names)
    detail = _detail(own, other, common["people"], common["table"], names).in_language(language)
    return DoubleBooking(**common, detail=detail, of=own.fixture)


def _detail(own: Booking, other: Booking, people: tuple[Somebody, ...], table: int | str | None, names: Names) -> Text:
    one, two = own.title(names), other.title(names)
    both = [person.name or person.id for person in people]
    es = ", ".join([*both, *([] if table is None else [f"la mesa {table}"])])
    en = ", ".join([*both, *([] if table is None else [f"table {table}"])])
    return Text(
        es=f"«{one}» y «{two}» son a la vez; en los dos: {es}",
        en=f"“{one}” and “{two}” are at the same time; in both: {en}",
    )
