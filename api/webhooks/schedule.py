"""Times of the next attempt to deliver a message, and the time after which a webhook is disabled; how many are sent at once."""

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
"""Waits between two attempts; after the last one a message is given up, about two days after the first."""
JITTER = 0.2
"""The share by which a wait may be longer, so that messages that failed together are not retried together."""
MOST_WAIT = timedelta(hours=24)
"""The longest `Retry-After` that is obeyed."""
MOST_AT_ONCE = 64
"""Messages in flight at once, to all webhooks together."""
PATIENCE = timedelta(days=5)
"""Time without any delivery after which a webhook is disabled."""


def next_attempt(
    attempts: int, now: datetime, chance: Callable[[], float], retry_after: timedelta | None = None
) -> datetime | None:
    """The time of the next attempt after so many; None: give up. `chance` gives numbers from 0 to 1."""
    if attempts > len(WAITS):
        return None
    wait = WAITS[attempts - 1] * (1 + JITTER * chance())
    return now + max(wait, min(retry_after or timedelta(), MOST_WAIT))


def retry_after(header: str | None, now: datetime) -> timedelta | None:
    """The wait that a `Retry-After` asks for, in seconds or as a date (RFC 9110, 10.2.3); None without a valid one."""
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
    """True if a webhook has failed for too long."""
    return failing_since is not None and now - moment(failing_since) >= PATIENCE


def moment(text: str) -> datetime:
    """Reads a time in the service's form."""
    return datetime.fromisoformat(text)


def stamp(time: datetime) -> str:
    """Writes a time in the service's form: RFC 3339, in UTC, to the millisecond."""
    return time.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
