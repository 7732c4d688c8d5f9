"""How much of a turn's time is gone, when tablets were heard of at these times.

Time runs for ten seconds after a tablet was heard of, and stands after that until one is heard of again: a network that is down
costs nobody their turn. Where the service was down, time stood from the last word that it heard before. Nor does it run while the
referee has paused it.
"""

from datetime import datetime, timedelta

from msgspec import Struct

SILENCE = timedelta(seconds=10)
"""How long a tablet that says nothing counts as there."""


Stops = tuple[tuple[datetime, datetime | None], ...]
"""From when until when the referee had stopped a clock, in order; None: it still is."""


class Running(Struct, frozen=True):
    """How time runs: in the turn that began at `since` it had run for `ran` at the time `at`, and runs on to `until`.

    It stands in each of `stops`.
    """

    since: datetime
    at: datetime
    ran: timedelta
    until: datetime
    stops: Stops = ()

    def turned(self, since: datetime) -> "Running":
        """The same for the turn that began at this time: what ran before it counts for another one."""
        return self if since == self.since else Running(since, max(self.at, since), timedelta(), self.until, self.stops)

    def elapsed(self, now: datetime) -> timedelta:
        """How much of the turn's time is gone."""
        last = min(now, self.until)
        return self.ran + max(timedelta(), last - self.at - self._stood(last))

    def heard(self, now: datetime) -> "Running":
        """The same once a tablet was heard of."""
        if now < self.at:
            return self
        return Running(self.since, now, self.elapsed(now), now + SILENCE, self.stops)

    def over_at(self, limit: timedelta) -> datetime:
        """When so much of it is gone, where it runs on until then."""
        over = self.at + limit - self.ran
        for since, until in self.stops:
            if until is not None and since < over and until > self.at:
                over += until - max(since, self.at)
        return over

    def runs(self, now: datetime) -> bool:
        """Whether it runs, or stands."""
        return now < self.until and not any(until is None for _, until in self.stops)

    def _stood(self, last: datetime) -> timedelta:
        """For how long it had been stopped between `at` and this time."""
        spans = (min(until or last, last) - max(since, self.at) for since, until in self.stops)
        return sum((max(timedelta(), span) for span in spans), timedelta())


def always(since: datetime, stops: Stops = ()) -> Running:
    """Time that stands only where the referee stops it: that of a clock at the table."""
    return Running(since, since, timedelta(), datetime.max.replace(tzinfo=since.tzinfo), stops)
