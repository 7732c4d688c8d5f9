"""How much of a turn's time is gone, when tablets were heard of at these times.

Time runs for ten seconds after a tablet was heard of, and stands after that until one is heard of again: a network that is down
costs nobody their turn. Where the service was down, time stood from the last word that it heard before.
"""

from datetime import datetime, timedelta

from msgspec import Struct

SILENCE = timedelta(seconds=10)
"""How long a tablet that says nothing counts as there."""


class Running(Struct, frozen=True):
    """How time runs: in the turn that began at `since` it had run for `ran` at the time `at`, and runs on to `until`."""

    since: datetime
    at: datetime
    ran: timedelta
    until: datetime

    def turned(self, since: datetime) -> "Running":
        """The same for the turn that began at this time: what ran before it counts for another one."""
        return self if since == self.since else Running(since, max(self.at, since), timedelta(), self.until)

    def elapsed(self, now: datetime) -> timedelta:
        """How much of the turn's time is gone."""
        return self.ran + max(timedelta(), min(now, self.until) - self.at)

    def heard(self, now: datetime) -> "Running":
        """The same once a tablet was heard of."""
        if now < self.at:
            return self
        return Running(self.since, now, self.elapsed(now), now + SILENCE)

    def over_at(self, limit: timedelta) -> datetime:
        """When so much of it is gone, where it runs on until then."""
        return self.at + limit - self.ran

    def runs(self, now: datetime) -> bool:
        """Whether it runs, or stands."""
        return now < self.until


def always(since: datetime) -> Running:
    """Time that never stands: that of a clock at the table."""
    return Running(since, since, timedelta(), datetime.max.replace(tzinfo=since.tzinfo))
