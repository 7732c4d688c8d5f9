"""The time of a whole match: its begin, extra time and pauses, all by the times of the log.

A `retract` gives no time back, and adds none for past pauses: a table is paused to look at a play, and goes on by taking it
back. If a `retract` takes a pause back, the clock runs from then on.
"""

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct

from referee.match.events import Event, ExtraTime, Pause, Resume, Retract, TimeUp
from referee.match.facts import Fact, HandDealt
from referee.match.timing.running_time import Running, always


class EndedAt(Struct, frozen=True):
    """The event that ended a match on time, and when it was recorded (RFC 3339)."""

    version: int
    at: str


class _Counts(Struct, frozen=True):
    """The state of the time from a version on: its begin ("" before it), seconds added, True if paused, and the end on time."""

    version: int = 0
    since: str = ""
    extra: int = 0
    is_paused: bool = False
    end: EndedAt | None = None


class MatchTime(Struct, frozen=True):
    """The time of a match (RFC 3339): it began at `since`, "" before the first deal, has `extra` seconds, and stood in `stops`.

    `paused_at`: it stands since then. `past`: its states so far, to which a `retract` goes back. `end`: the event that ended
    the match on time, if there was one.
    """

    since: str = ""
    extra: int = 0
    stops: tuple[tuple[str, str], ...] = ()
    paused_at: str | None = None
    past: tuple[_Counts, ...] = (_Counts(),)
    end: EndedAt | None = None

    def after(self, event: Event, facts: Sequence[Fact], version: int, at: str) -> "MatchTime":
        """The time once this event is on record as this version, at this time."""
        now = self.past[-1]
        match event:
            case Pause():
                return self._with(_Counts(version, now.since, now.extra, is_paused=True), at)
            case Resume():
                return self._with(_Counts(version, now.since, now.extra, is_paused=False), at)
            case ExtraTime(of="match"):
                return self._with(_Counts(version, now.since, now.extra + event.seconds, now.is_paused), at)
            case TimeUp():
                return self._with(_Counts(version, now.since, now.extra, now.is_paused, EndedAt(version, at)), at)
            case Retract():
                then = next(counts for counts in reversed(self.past) if counts.version <= event.to)
                return self._with(_Counts(version, then.since, then.extra, then.is_paused, then.end), at)
        if not now.since and any(type(fact) is HandDealt for fact in facts):
            return self._with(_Counts(version, at, now.extra, now.is_paused), at)
        return self

    def running(self) -> Running | None:
        """The running time; None before it has begun."""
        if not self.since:
            return None
        over = [(datetime.fromisoformat(since), datetime.fromisoformat(until)) for since, until in self.stops]
        still = [] if self.paused_at is None else [(datetime.fromisoformat(self.paused_at), None)]
        return always(datetime.fromisoformat(self.since), (*over, *still))

    def _with(self, counts: _Counts, at: str) -> "MatchTime":
        stops, paused_at = self.stops, self.paused_at
        if counts.is_paused and paused_at is None:
            paused_at = at
        elif not counts.is_paused and paused_at is not None:
            stops, paused_at = (*stops, (paused_at, at)), None
        return MatchTime(counts.since, counts.extra, stops, paused_at, (*self.past, counts), counts.end)
