"""Times that a calendar and every time zone can hold: others are refused before they are stored."""

import re
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Annotated, Final

from msgspec import Meta

from referee.errors import BadRequest, Flaw, Inconsistent
from referee.text import Text

FIRST: Final = datetime(1900, 1, 1, tzinfo=UTC)
"""Before it zones differ from UTC by seconds, which RFC 3339 cannot write."""
END: Final = datetime(9999, 1, 1, tzinfo=UTC)
"""From it on a later time, such as the end of a match, may have no date (the year has four digits: RFC 3339, RFC 5545)."""
LAST: Final = datetime.max.replace(microsecond=0, tzinfo=UTC)
_WRITTEN = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2})"
)
WrittenMoment = Annotated[str, Meta(extra_json_schema={"format": "date-time"})]
"""A time with its zone, as RFC 3339 writes it. Generators of clients take no pattern beside the format."""


def moment_in(text: str) -> datetime | None:
    """The time with its zone that a text writes as RFC 3339 does; None for any other text, a leap second and the year 0000."""
    if not _WRITTEN.fullmatch(text):
        return None
    try:
        return datetime.fromisoformat(text.upper())
    except ValueError:
        return None


def not_written(text: str) -> Text:
    """The fault of a text that should be a time."""
    return Text(
        es=f"es un instante como 2026-05-01T17:00:00Z, no «{text}»",
        en=f"is a time such as 2026-05-01T17:00:00Z, not {text!r}",
    )


def written_moment(text: str, path: str) -> datetime:
    """The time in a body. Raises BadRequest, which names `path`."""
    moment = moment_in(text)
    if moment is None:
        what = not_written(text)
        name = path.lstrip("$.")
        raise BadRequest(Text(es=f"`{name}` {what.es}", en=f"`{name}` {what.en}"), flaws=(Flaw(path, what),))
    return moment


def in_calendar(at: datetime, path: str) -> datetime:
    """A time with its zone, in UTC. Raises Inconsistent, which names `path`, for one before 1900 or from the year 9999 on."""
    try:
        moment = at.astimezone(UTC)
    except OverflowError:
        moment = None
    if moment is None or not FIRST <= moment < END:
        text = Text(
            es=f"`{path.lstrip('$?.')}` tiene que estar entre los años {FIRST.year} y {END.year - 1}",
            en=f"`{path.lstrip('$?.')}` must lie between the years {FIRST.year} and {END.year - 1}",
        )
        raise Inconsistent(text, flaws=(Flaw(path, text),))
    return moment


def in_zone(at: datetime, zone: tzinfo) -> datetime:
    """A stored time by the clocks of a zone; in UTC where the zone cannot hold it."""
    try:
        return at.astimezone(zone)
    except OverflowError:
        return at


def later(at: datetime, time: timedelta) -> datetime:
    """A stored time and some time more; the last that there is where that has no date."""
    try:
        return at + time
    except OverflowError:
        return LAST
