"""Reads of lists and boards from a standby (`REFEREE_DATABASE_READ`), as fresh as a reader may expect.

The standby answers reads that need the read models alone. It must have reached the reader's position (`Consistency-Token`,
`min_position`), the last write of this process, and the position of the log some seconds ago. Otherwise, or if it does not
answer, the primary is asked.
"""

import logging
from collections.abc import Callable, Collection
from time import monotonic
from typing import TypeVar

from sqlalchemy import Connection, Engine, text

from api.reads.read_models import ReadAnswer, read_at
from api.runtime.threads import off_loop
from referee.log.backend import backend_of
from referee.log.log import Log
from referee.log.queries import POSTGRES_LOG_TABLE
from referee.log.timeouts.failures import FAILURES, name_of

T = TypeVar("T")
READ_MODELS = "read_models"
"""Key of a route's `opt`: its answer needs the read models alone, names aside."""
BEHIND_SECONDS = 5.0
"""Seconds that a standby may be behind, or twice as many."""
AGAIN_SECONDS = 5.0
"""Seconds without queries to a standby that did not answer."""
_FIRST = text(f"SELECT state FROM {POSTGRES_LOG_TABLE} ORDER BY notification_id LIMIT 1")
logger = logging.getLogger(__name__)


class Standby:
    """The standby of one process. `log` is that of the primary."""

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

    def note_position(self, position: int) -> None:
        """Records the current position of the log."""
        now = self._clock()
        if now - self._since >= BEHIND_SECONDS:
            self._least, self._next, self._since = self._next, position, now

    async def position(self, least: int) -> int | None:
        """The position of the standby's read models, if it is at least `least` and fresh enough; else None."""
        result = await self._try_look(lambda _: None, least)
        if result is None or result.position < max(least, self._least, self._log.last_written):
            return None
        return result.position

    async def look(self, position: int, ask: Callable[[Connection], T], *, until_settled: bool = False) -> T | None:
        """The answer of the standby's read models at this position; None if they have not reached it: the address may lead to
        another standby each time. None also if it does not answer or, with `until_settled`, if the read models have work left.
        """
        result = await self._try_look(ask, position, until_settled)
        return result.answer[0] if result is not None and result.answer is not None else None

    async def _try_look(
        self, ask: Callable[[Connection], T], least: int, until_settled: bool = False
    ) -> ReadAnswer[T] | None:
        if self._clock() < self._away_until:
            return None
        try:
            return await off_loop(self._look, ask, least, until_settled)
        except FAILURES as error:
            self._away_until = self._clock() + AGAIN_SECONDS
            logger.warning("the standby is left alone for %s s: %s", AGAIN_SECONDS, name_of(error))
            return None

    def _look(self, ask: Callable[[Connection], T], least: int, until_settled: bool = False) -> ReadAnswer[T] | None:
        with backend_of(self.store).snapshot(self.store) if until_settled else self.store.connect() as connection:
            if not self._is_same and not self._is_of_this_log(connection):
                self._away_until = self._clock() + AGAIN_SECONDS
                return None
            return read_at(connection, self._projections, least, ask, until_settled=until_settled)

    def _is_of_this_log(self, connection: Connection) -> bool:
        """True if it has the same first record: a standby of another database would show other matches."""
        there, here = connection.execute(_FIRST).scalar(), self._log.follow(0, 1)
        self._is_same = bool(there is not None and here and bytes(there) == bytes(here[0].state))
        if there is not None and here and not self._is_same:
            logger.error("REFEREE_DATABASE_READ leads to another database than REFEREE_DATABASE: it is not asked")
        return self._is_same
