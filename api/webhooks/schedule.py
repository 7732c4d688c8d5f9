"""When a message that did not arrive is tried again, and when a webhook is left alone."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

WAITS = (
    timedelta(seconds=5),
    timedelta(seconds=30),
    timedelta(minutes=2),
    timedelta(minutes=10),
    timedelta(hours=1),
    timedelta(hours=3),
    timedelta(hours=6),
    timedelta(hours=12),
    timedelta(hours=24),
)
"""From one attempt to the next; after the last of them a message is given up: about two days."""
JITTER = 0.2
"""By how much of itself a wait may be longer, so that what failed together does not come back together."""
MOST_WAIT = timedelta(hours=24)
"""The longest `Retry-After` that is heeded."""
PATIENCE = timedelta(days=5)
"""For how long nothing may have arrived before a webhook is disabled."""


def next_attempt(
    made: int, now: datetime, chance: Callable[[], float], retry_after: timedelta | None = None
) -> datetime | None:
    """When to try again after so many attempts; None: give up. `chance` gives numbers from 0 to 1."""
    if made > len(WAITS):
        return None
    wait = WAITS[made - 1] * (1 + JITTER * chance())
    return now + max(wait, min(retry_after or timedelta(), MOST_WAIT))


def retry_after(header: str | None, now: datetime) -> timedelta | None:
    """The wait that a `Retry-After` asks for, in seconds or as a date (RFC 9110, 10.2.3); None where it says nothing."""
    if not header:
        return None
    if header.isascii() and header.isdigit():
        return timedelta(seconds=min(int(header[:9]), MOST_WAIT.total_seconds()))
    try:
        until = parsedate_to_datetime(header)
    except ValueError:
        return None
    return max((until if until.tzinfo else until.replace(tzinfo=UTC)) - now, timedelta())


def out_of_patience(failing_since: str | None, now: datetime) -> bool:
    """Whether a webhook has failed for too long."""
    return failing_since is not None and now - moment(failing_since) >= PATIENCE


def moment(text: str) -> datetime:
    """The time that the service writes so."""
    return datetime.fromisoformat(text)


def stamp(time: datetime) -> str:
    """The time as the service writes it: RFC 3339, in UTC, to the millisecond."""
    return time.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
