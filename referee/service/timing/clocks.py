"""The clocks of the matches of one database."""

from collections.abc import Callable
from datetime import datetime
from hashlib import sha256

import sqlalchemy as sa
from cachetools import LRUCache
from msgspec import UNSET, UnsetType

from referee.match.aggregate import Match
from referee.match.timing.limits import RECORD, TurnLimit
from referee.match.timing.reckoning import Running, always
from referee.match.timing.shown import TurnClockView, clock_view
from referee.service.reading import MatchReader
from referee.service.timing.times import note_heard, running_of

TURNS_KEPT = 512
"""Matches of which it is remembered when play moved last."""
Clock = TurnClockView | UnsetType | None


class TurnClocks:
    """What is left of the turns in play. `now` is the time of the database: one for all processes."""

    def __init__(self, service: MatchReader, store: sa.Engine, now: Callable[[sa.Connection], datetime]) -> None:
        self._service = service
        self._store = store
        self._now = now
        self._moved: LRUCache[tuple[str, int], datetime] = LRUCache(TURNS_KEPT)

    def has(self, match: Match) -> bool:
        """Whether the turns of a match have a time."""
        return limit_of(match) is not None

    def of(self, match: Match, seat: int | None) -> Clock:
        """The clock of a match as it is now, for a reader to whom it is the turn of `seat`; unset where turns have no time."""
        limit = limit_of(match)
        if limit is None:
            return UNSET
        if match.turn() is None:
            return None
        running, now = self.running(match)
        return clock_view(seat, limit, running, now)

    def mark(self, clock: Clock) -> str:
        """What sets the ETag of a clock apart that says other than its match did when play moved."""
        if not isinstance(clock, TurnClockView):
            return ""
        moved = "" if clock.by == RECORD else f"-{sha256((clock.deadline or '').encode()).hexdigest()[:8]}"
        return moved + ("-expired" if clock.expired else "")

    def time(self) -> datetime:
        """The time of the database."""
        with self._store.connect() as connection:
            return self._now(connection)

    def running(self, match: Match) -> tuple[Running, datetime]:
        """How the time of the turn in play runs, and what time it is."""
        limit, since = limit_of(match), self._since(match)
        with self._store.connect() as connection:
            stands = limit is not None and limit.by == "service"
            return running_of(connection, match.id, since) if stands else always(since), self._now(connection)

    def hear(self, match: Match) -> None:
        """A tablet of this match was heard of now: where the service keeps its clock, that runs on."""
        limit = limit_of(match)
        if limit is not None and limit.by == "service" and match.ledger.status == "open":
            note_heard(self._store, match.id, self._since(match), self.time())

    def _since(self, match: Match) -> datetime:
        key = (match.id, match.version)
        if key not in self._moved:
            self._moved[key] = datetime.fromisoformat(self._service.moved_at(match))
        return self._moved[key]


def limit_of(match: Match) -> TurnLimit | None:
    """The time that the turns of a match have."""
    timing = match.game.timing
    return None if timing is None else timing.limit(match.params)
