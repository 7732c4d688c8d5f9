"""Lists and boards from a standby (`REFEREE_DATABASE_READ`): as it has them, and as fresh as a reader may expect.

It is asked for what the read models alone answer. It must have what the reader has seen (`Consistency-Token`, `min_position`),
what this process has written, and what the log had some seconds ago. Where it has not, or does not answer, the server that
writes is asked.
"""

import logging
from collections.abc import Callable, Collection
from time import monotonic
from typing import TypeVar

from sqlalchemy import Connection, Engine, text

from api.reading import ReadAnswer, looked
from api.threads import off_loop
from projections.moment import moment
from referee.store.log import Log
from referee.store.outage.silence import FAILURES, name_of
from referee.store.presence import POSTGRES_LOG_TABLE

T = TypeVar("T")
READ_MODELS = "read_models"
"""Marks a route whose answer is of the read models alone, names aside."""
BEHIND_SECONDS = 5.0
"""How far a standby may be behind, or twice that."""
AGAIN_SECONDS = 5.0
"""After it did not answer, how long it is left alone."""
_FIRST = text(f"SELECT state FROM {POSTGRES_LOG_TABLE} ORDER BY notification_id LIMIT 1")
logger = logging.getLogger(__name__)


class Standby:
    """The standby of one process. `log` is that of the server that writes."""

    def __init__(
        self, store: Engine, log: Log, projections: Collection[str], clock: Callable[[], float] = monotonic
    ) -> None:
        self.store = store
        self._log = log
        self._projections = projections
        self._clock = clock
        self._away_until = clock()
        self._is_same = False
        self._least, self._next, self._since = 0, 0, clock()

    def seen(self, position: int) -> None:
        """The log was at this position now."""
        now = self._clock()
        if now - self._since >= BEHIND_SECONDS:
            self._least, self._next, self._since = self._next, position, now

    async def position(self, least: int) -> int | None:
        """The position that its read models stand for, where that is `least` at least, and as fresh as it must be."""
        looked = await self._tried(lambda _: None, least)
        if looked is None or looked.position < max(least, self._least, self._log.last_written):
            return None
        return looked.position

    async def look(self, position: int, ask: Callable[[Connection], T], *, settled: bool = False) -> T | None:
        """What its read models answer once they stand for this position; None where they do not: its address may lead to another
        standby each time. None also where it does not answer or, with `settled`, something is left to do in them.
        """
        looked = await self._tried(ask, position, settled)
        return looked.answer[0] if looked is not None and looked.answer is not None else None

    async def _tried(self, ask: Callable[[Connection], T], least: int, settled: bool = False) -> ReadAnswer[T] | None:
        if self._clock() < self._away_until:
            return None
        try:
            return await off_loop(self._look, ask, least, settled)
        except FAILURES as error:
            self._away_until = self._clock() + AGAIN_SECONDS
            logger.warning("the standby is left alone for %s s: %s", AGAIN_SECONDS, name_of(error))
            return None

    def _look(self, ask: Callable[[Connection], T], least: int, settled: bool = False) -> ReadAnswer[T] | None:
        with (moment if settled else Engine.connect)(self.store) as connection:
            if not self._is_same and not self._is_of_this_log(connection):
                self._away_until = self._clock() + AGAIN_SECONDS
                return None
            return looked(connection, self._projections, least, ask, settled=settled)

    def _is_of_this_log(self, connection: Connection) -> bool:
        """Whether it has the same first record. One of another database would tell other people's matches."""
        there, here = connection.execute(_FIRST).scalar(), self._log.follow(0, 1)
        self._is_same = bool(there is not None and here and bytes(there) == bytes(here[0].state))
        if there is not None and here and not self._is_same:
            logger.error("REFEREE_DATABASE_READ leads to another database than REFEREE_DATABASE: it is not asked")
        return self._is_same
