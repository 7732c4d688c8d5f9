"""The clocks of the matches of one database."""

from collections.abc import Callable
from datetime import datetime

import sqlalchemy as sa
from cachetools import LRUCache
from msgspec import UNSET, UnsetType

from referee.match.aggregate import Match
from referee.match.timing.limits import TurnLimit
from referee.match.timing.reckoning import Running, always
from referee.match.timing.shown import TurnClockView, clock_view
from referee.service.reading import MatchReader

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
        with self._store.connect() as connection:
            return clock_view(seat, limit, self._running(match), self._now(connection))

    def mark(self, clock: Clock) -> str:
        """What sets the ETag of a clock apart that says other than its match did when play moved."""
        return "-expired" if isinstance(clock, TurnClockView) and clock.expired else ""

    def _running(self, match: Match) -> Running:
        return always(self._since(match))

    def _since(self, match: Match) -> datetime:
        key = (match.id, match.version)
        if key not in self._moved:
            self._moved[key] = datetime.fromisoformat(self._service.moved_at(match))
        return self._moved[key]


def limit_of(match: Match) -> TurnLimit | None:
    """The time that the turns of a match have."""
    timing = match.game.timing
    return None if timing is None else timing.limit(match.params)
