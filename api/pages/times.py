"""Times as they are read on paper."""

from datetime import UTC, datetime


def read_time(at: datetime) -> str:
    """Day, hour and minute, in UTC, which the paper says: it may be read anywhere."""
    return f"{at.astimezone(UTC):%Y-%m-%d %H:%M} UTC"


def read_day(at: datetime) -> str:
    """The day, in UTC."""
    return f"{at.astimezone(UTC):%Y-%m-%d}"
