"""The matches of a championship that have a time, as a calendar (RFC 5545)."""

from collections.abc import Iterable
from datetime import datetime

from icalendar import Calendar, Event

from api.pages.naming import named
from api.pages.sheets import at_round, at_table
from referee.championship.shown import ContestPage
from referee.championship.views import FixtureView
from referee.match.registry import ruleset

MEDIA = "text/calendar"
PRODUCT = "-//card-referee//fixtures//EN"
LEFT_OUT = {"void", "superseded"}


def as_calendar(
    name: str, pages: Iterable[ContestPage], changed: datetime, address: str, language: str, player: str | None
) -> bytes:
    """An event for each match that has a time. `changed` is when the championship was decided on last, `address` its page;
    with `player`, only the matches of that person, by id.
    """
    calendar = Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("name", name)
    calendar.add("x-wr-calname", name)
    for page in pages:
        title = ruleset(page.on_record.ruleset).title.in_language(language)
        for fixture in page.fixtures(player):
            if fixture.starts_at and fixture.state not in LEFT_OUT:
                calendar.add_component(_event(fixture, title, changed, address, language))
    return bytes(calendar.to_ical())


def _event(fixture: FixtureView, game: str, changed: datetime, address: str, language: str) -> Event:
    event = Event()
    event.add("uid", f"urn:uuid:{fixture.id}")
    event.add("dtstamp", changed)
    event.add("dtstart", datetime.fromisoformat(str(fixture.starts_at)))
    event.add("summary", " – ".join(named(one, language) for one in fixture.entrants))
    event.add("description", f"{game} · {at_round(fixture.kind, fixture.round, language)}")
    event.add("url", address)
    if fixture.table is not None:
        event.add("location", at_table(fixture.table, language))
    return event
