"""Two matches of a championship at one time with somebody, or a table, in both.

A match without an agreed length is taken to last an hour, as in the calendar [ruling]: nobody is told to be at two
tables within it, and matches an hour apart follow each other. It is a warning: the organizer may know better.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Annotated, Literal

from msgspec import Meta, Struct

from referee.championship.appointments import duration
from referee.championship.events import Id
from referee.championship.record.contest import Names
from referee.championship.shown import ContestPage
from referee.championship.state import Championship
from referee.championship.views import FixtureView, Somebody
from referee.moments import later
from referee.text import Text

TO_COME = {"pending", "open"}


class DoubleBooking(Struct, frozen=True, omit_defaults=True):
    """Another match at the same time, with the people or the table that both have."""

    code: Literal["double_booking"]
    detail: Annotated[str, Meta(description="What both matches have, in words.")]
    fixture: Annotated[Id, Meta(description="The other match.")]
    contest: Annotated[Id, Meta(description="The contest of the other match.")]
    people: Annotated[tuple[Somebody, ...], Meta(description="Who is in both; only where somebody is.")] = ()
    table: Annotated[int | str | None, Meta(description="The table that both have; only where it is one.")] = None


class FixturePlanned(FixtureView, frozen=True, omit_defaults=True, kw_only=True):
    """A match of a contest after it was said when and where it is played."""

    warnings: Annotated[
        tuple[DoubleBooking, ...],
        Meta(
            description="Other matches at the same time with somebody of it, or at its table; only where there are any."
        ),
    ] = ()


def double_bookings(
    championship: Championship, fixture: FixtureView, names: Names, language: str
) -> tuple[DoubleBooking, ...]:
    """The matches over all contests that somebody of this one, or its table, has at the same time."""
    if fixture.starts_at is None or fixture.state not in TO_COME:
        return ()
    span = _span(championship, fixture, fixture.starts_at)
    found = []
    for other, at in _scheduled(championship, names):
        if other.id != fixture.id and _overlap(span, _span(championship, other, at)):
            people = tuple(one for one in _people(other) if one.id in {own.id for own in _people(fixture)})
            same_table = fixture.table is not None and str(fixture.table) == str(other.table)
            if people or same_table:
                table = fixture.table if same_table else None
                detail = _detail(people, table).in_language(language)
                found.append(DoubleBooking("double_booking", detail, other.id, other.contest, people, table))
    return tuple(found)


def _scheduled(championship: Championship, names: Names) -> Iterator[tuple[FixtureView, str]]:
    for contest in championship.contests.values():
        if any(record.starts_at for record in contest.fixtures.values()):
            for fixture in ContestPage(championship, contest, names).fixtures():
                if fixture.starts_at and fixture.state in TO_COME:
                    yield fixture, fixture.starts_at


def _span(championship: Championship, fixture: FixtureView, starts_at: str) -> tuple[datetime, datetime]:
    begins = datetime.fromisoformat(starts_at)
    return begins, later(begins, duration(championship.contests[fixture.contest].contest))


def _overlap(one: tuple[datetime, datetime], other: tuple[datetime, datetime]) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _people(fixture: FixtureView) -> tuple[Somebody, ...]:
    return tuple(person for entrant in fixture.entrants for person in entrant.players or (entrant,))


def _detail(people: tuple[Somebody, ...], table: int | str | None) -> Text:
    both = ", ".join(one.name or one.id for one in people)
    es = [f"juega también en otro encuentro: {both}"] if people else []
    en = [f"plays in another match too: {both}"] if people else []
    es += [] if table is None else [f"la mesa {table} está ocupada por otro encuentro"]
    en += [] if table is None else [f"table {table} is taken by another match"]
    return Text(es=f"a esa hora {' y '.join(es)}", en=f"at that time {' and '.join(en)}")
