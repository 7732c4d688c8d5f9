"""The matches of a championship that have a time, as a calendar (RFC 5545)."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from api.pages.naming import contest_name, display_name
from api.pages.print.fixture_lists import at_round, at_table
from referee.championship.appointments import Appointment, appointments
from referee.championship.bookings import duration
from referee.championship.presenters import ContestPresenter
from referee.moments import later

if TYPE_CHECKING:
    from icalendar import Event

MEDIA = "text/calendar"
PRODUCT = "-//card-referee//fixtures//EN"


def as_calendar(
    name: str, pages: Iterable[ContestPresenter], changed_at: datetime, address: str, language: str, player: str | None
) -> bytes:
    """An event for each match that has a time; one that had a time is cancelled, so that subscribers see it.

    `changed_at` is the time of the last decision about the championship, `address` its page; with `player`, only the matches
    of that person, by id.
    """
    # Few services are asked for a calendar, and its library is one of the largest.
    from icalendar import Calendar

    calendar = Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("name", name)
    calendar.add("x-wr-calname", name)
    for page in pages:
        title = contest_name(page.recorded_contest, language)
        lasts = duration(page.contest)
        for one in appointments(page, player):
            calendar.add_component(_event(one, lasts, title, changed_at, address, language))
    return bytes(calendar.to_ical())


def _event(
    one: Appointment, lasts: timedelta, contest: str, changed_at: datetime, address: str, language: str
) -> "Event":
    from icalendar import Event

    event, fixture, starts_at = Event(), one.fixture, datetime.fromisoformat(one.starts_at)
    event.add("uid", f"urn:uuid:{one.id}")
    event.add("dtstamp", changed_at)
    event.add("sequence", one.sequence)
    event.add("status", "CANCELLED" if one.is_cancelled else "CONFIRMED")
    event.add("dtstart", starts_at)
    event.add("dtend", later(starts_at, lasts))
    event.add("summary", " – ".join(display_name(one, language) for one in fixture.entrants))
    event.add("description", f"{contest} · {at_round(fixture, language)}")
    event.add("url", address)
    if fixture.table is not None:
        event.add("location", at_table(fixture.table, language))
    return event
