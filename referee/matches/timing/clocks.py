"""The clocks of the matches of one database."""

from collections.abc import Callable
from datetime import datetime
from hashlib import sha256

import sqlalchemy as sa
from msgspec import UNSET, UnsetType

from referee.match.aggregate import Match
from referee.match.timing.clock_views import MatchClockView, TurnClockView, clock_view, match_clock_view, stood_at_end
from referee.match.timing.limits import RECORD, TurnLimit
from referee.match.timing.running_time import Running, always
from referee.match.timing.turn_time import TurnTime
from referee.matches.timing.times import note_heard, running_of

Clock = TurnClockView | UnsetType | None
MatchClock = MatchClockView | UnsetType | None


class TurnClocks:
    """The time left of the turns in play. `now` is the time of the database: one for all processes."""

    def __init__(self, store: sa.Engine, now: Callable[[sa.Connection], datetime]) -> None:
        self._store = store
        self._now = now

    def of(self, match: Match, seat: int | None) -> Clock:
        """The clock of a match as it is now, for a reader that sees the turn at `seat`; unset where turns have no time."""
        return turn_clock(match, seat, self.running)

    def of_match(self, match: Match) -> MatchClock:
        """The clock of the whole match as it is now (see `match_clock`)."""
        return match_clock(match, self.time)

    def time(self) -> datetime:
        """The time of the database."""
        with self._store.connect() as connection:
            return self._now(connection)

    def running(self, match: Match) -> tuple[Running, datetime]:
        """Returns the running time of the turn in play, and the time now."""
        limit, turn = limit_of(match), turn_time(match)
        with self._store.connect() as connection:
            is_kept_here = limit is not None and limit.by == "service"
            running = running_of(connection, match.id, turn) if is_kept_here else always(turn.began(), turn.pauses())
            return running, self._now(connection)

    def hear(self, match: Match) -> None:
        """A tablet of this match was heard of now: where the service keeps its clock, that runs on."""
        limit = limit_of(match)
        if limit is not None and limit.by == "service" and match.ledger.status == "open":
            note_heard(self._store, match.id, turn_time(match), self.time())


def turn_clock(match: Match, seat: int | None, running: Callable[[Match], tuple[Running, datetime]]) -> Clock:
    """The clock of a match for a reader that sees the turn at `seat`; unset where turns have no time.

    `running` gives the running time of the turn, and the time now: it is asked only for a clock of a turn in play.
    """
    limit = limit_of(match)
    if limit is None:
        return UNSET
    turn = turn_time(match)
    if match.ledger.status != "open" or (match.turn() is None and turn.paused_at is None):
        return None
    time_run, now = running(match)
    return clock_view(seat, limit, turn, time_run, now)


def match_clock(match: Match, now: Callable[[], datetime]) -> MatchClock:
    """The clock of the whole match; unset where it has none. `now` is asked only while the match goes on.

    Once the match is over it stands where `time_up` found it; None where the match ended otherwise.
    """
    seconds, time = match.state.limits.match, match.time
    if seconds is None or time is None:
        return UNSET
    if match.ledger.status == "open":
        return match_clock_view(seconds, time, now())
    return stood_at_end(seconds, time)


def clock_mark(turn: Clock, whole: MatchClock) -> str:
    """Returns the mark in the ETag of clocks that have changed since the last move of their match."""
    is_called = isinstance(whole, MatchClockView) and whole.time_called
    return _mark_of_turn(turn) + ("-called" if is_called else "")


def _mark_of_turn(clock: Clock) -> str:
    if not isinstance(clock, TurnClockView):
        return ""
    stands = clock.deadline or str(clock.left)
    mark = "" if clock.by == RECORD else f"-{sha256(stands.encode()).hexdigest()[:8]}"
    return mark + ("-expired" if clock.expired else "")


def limit_of(match: Match) -> TurnLimit | None:
    """The time that the turns of a match have."""
    return match.state.limits.turn


def turn_time(match: Match) -> TurnTime:
    """Returns the start of the turn in play of a match with a clock, and the referee's changes of its time."""
    assert match.state.clock is not None
    return match.state.clock
