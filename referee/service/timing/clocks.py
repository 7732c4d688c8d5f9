"""The clocks of the matches of one database."""

from collections.abc import Callable
from datetime import datetime
from hashlib import sha256

import sqlalchemy as sa
from msgspec import UNSET, UnsetType

from referee.match.aggregate import Match
from referee.match.timing import limits
from referee.match.timing.limits import RECORD, TurnLimit
from referee.match.timing.reckoning import Running, always
from referee.match.timing.shown import TurnClockView, clock_view
from referee.match.timing.turn_time import TurnTime
from referee.service.timing.times import note_heard, running_of

Clock = TurnClockView | UnsetType | None


class TurnClocks:
    """What is left of the turns in play. `now` is the time of the database: one for all processes."""

    def __init__(self, store: sa.Engine, now: Callable[[sa.Connection], datetime]) -> None:
        self._store = store
        self._now = now

    def has(self, match: Match) -> bool:
        """Whether the turns of a match have a time."""
        return limit_of(match) is not None

    def of(self, match: Match, seat: int | None) -> Clock:
        """The clock of a match as it is now, for a reader to whom it is the turn of `seat`; unset where turns have no time."""
        limit = limit_of(match)
        if limit is None:
            return UNSET
        turn = turn_time(match)
        if match.ledger.status != "open" or (match.turn() is None and turn.paused_at is None):
            return None
        running, now = self.running(match)
        return clock_view(seat, limit, turn, running, now)

    def mark(self, clock: Clock) -> str:
        """What sets the ETag of a clock apart that says other than its match did when play moved."""
        if not isinstance(clock, TurnClockView):
            return ""
        stands = clock.deadline or str(clock.left)
        moved = "" if clock.by == RECORD else f"-{sha256(stands.encode()).hexdigest()[:8]}"
        return moved + ("-expired" if clock.expired else "")

    def time(self) -> datetime:
        """The time of the database."""
        with self._store.connect() as connection:
            return self._now(connection)

    def running(self, match: Match) -> tuple[Running, datetime]:
        """How the time of the turn in play runs, and what time it is."""
        limit, turn = limit_of(match), turn_time(match)
        with self._store.connect() as connection:
            heard = limit is not None and limit.by == "service"
            running = running_of(connection, match.id, turn) if heard else always(turn.began(), turn.stood())
            return running, self._now(connection)

    def hear(self, match: Match) -> None:
        """A tablet of this match was heard of now: where the service keeps its clock, that runs on."""
        limit = limit_of(match)
        if limit is not None and limit.by == "service" and match.ledger.status == "open":
            note_heard(self._store, match.id, turn_time(match), self.time())


def limit_of(match: Match) -> TurnLimit | None:
    """The time that the turns of a match have."""
    return limits.limit_of(match.game.timing, match.params, match.opening.timing)


def turn_time(match: Match) -> TurnTime:
    """When the turn in play of a match with a clock began, and what the referee did about its time."""
    assert match.state.clock is not None
    return match.state.clock
