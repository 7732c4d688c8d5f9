"""Times that a calendar and every time zone can hold: others are refused before they are stored."""

from datetime import UTC, datetime, timedelta, tzinfo
from typing import Final

from referee.errors import Flaw, Inconsistent
from referee.text import Text

FIRST: Final = datetime(1900, 1, 1, tzinfo=UTC)
"""Before it zones differ from UTC by seconds, which RFC 3339 cannot write."""
END: Final = datetime(9999, 1, 1, tzinfo=UTC)
"""From it on a later time, such as the end of a match, may have no date (the year has four digits: RFC 3339, RFC 5545)."""
LAST: Final = datetime.max.replace(microsecond=0, tzinfo=UTC)


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
