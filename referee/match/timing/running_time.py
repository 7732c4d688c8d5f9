"""The elapsed time of a turn, by the times at which its tablets sent something.

Time runs for ten seconds after each sign of a tablet, and then stands until the next: a network that is down costs no seat its
turn. While the service was down, time stood from the last sign before. It stands too while the referee has paused it.
"""

from datetime import datetime, timedelta

from msgspec import Struct

SILENCE = timedelta(seconds=10)
"""The time for which a tablet counts as there after its last sign."""


Stops = tuple[tuple[datetime, datetime | None], ...]
"""The pauses of a clock by the referee, from and until, in order; None: still paused."""


class Running(Struct, frozen=True):
    """The running time of a turn that began at `since`: it had run for `ran` at the time `at`, and runs on to `until`.

    It stands in each of `stops`.
    """

    since: datetime
    at: datetime
    ran: timedelta
    until: datetime
    stops: Stops = ()

    def at_turn(self, since: datetime) -> "Running":
        """The running time of the turn that began at `since`, without the time that ran before it."""
        return self if since == self.since else Running(since, max(self.at, since), timedelta(), self.until, self.stops)

    def elapsed_time(self, now: datetime) -> timedelta:
        """The time of the turn that is gone at `now`."""
        last = min(now, self.until)
        return self.ran + max(timedelta(), last - self.at - self._pause_length(last))

    def after_sign(self, now: datetime) -> "Running":
        """The running time after a sign of a tablet at `now`."""
        if now < self.at:
            return self
        return Running(self.since, now, self.elapsed_time(now), now + SILENCE, self.stops)

    def over_at(self, limit: timedelta) -> datetime:
        """The time at which `limit` is gone, if the clock runs until then."""
        over = self.at + limit - self.ran
        for since, until in self.stops:
            if until is not None and since < over and until > self.at:
                over += until - max(since, self.at)
        return over

    def runs(self, now: datetime) -> bool:
        """True if the clock runs at `now`, False if it stands."""
        return now < self.until and not any(until is None for _, until in self.stops)

    def _pause_length(self, last: datetime) -> timedelta:
        """The length of all pauses between `at` and `last`."""
        spans = (min(until or last, last) - max(since, self.at) for since, until in self.stops)
        return sum((max(timedelta(), span) for span in spans), timedelta())


def always(since: datetime, stops: Stops = ()) -> Running:
    """Time that only the referee stops, by a clock at the table."""
    return Running(since, since, timedelta(), datetime.max.replace(tzinfo=since.tzinfo), stops)
