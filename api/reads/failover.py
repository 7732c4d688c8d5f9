"""Failover of reads to the standby (`REFEREE_DATABASE_READ`) while the primary does not answer.

A second set of parts reads from the standby, like a node on a standby, and stays open. While the primary is away, these parts
answer reads at once: background work tries the primary again, and so does one request after a moment.
"""

import asyncio
import logging
from collections.abc import Callable
from time import monotonic
from typing import Generic, TypeVar

from referee.errors import ExplainedError, ServiceRefusal, Unavailable
from referee.log.timeouts import budget
from referee.log.timeouts.failures import FAILURES, name_of, server_failures

T = TypeVar("T")
FIRST_SECONDS = 2.0
"""Seconds that a read waits for the primary before it goes to the standby."""
THEN_SECONDS = 2.5
"""Seconds that it waits for the standby: both waits together are within the promised limit."""
AWAY_SECONDS = 2.0
"""Seconds for which the primary counts as away after it did not answer, without other news of it."""
AGAIN_SECONDS = 5.0
"""Seconds between two attempts to open the standby."""
_NOT_NOW: tuple[type[Exception], ...] = (*FAILURES, Unavailable, ServiceRefusal, ExplainedError)
logger = logging.getLogger(__name__)


class ReplicaFailover(Generic[T]):
    """The parts of one process that read from a standby. `make` opens them, and raises if that is impossible now."""

    def __init__(self, make: Callable[[], T], clock: Callable[[], float] = monotonic) -> None:
        self.parts: T | None = None
        """The parts; None until they are open."""
        self._make = make
        self._clock = clock
        self._away_until = clock()

    def is_needed(self) -> bool:
        """True if the primary does not answer, as far as this process knows."""
        return budget.is_down() or self._clock() < self._away_until

    def need(self) -> None:
        """Records that the primary did not answer a read."""
        self._away_until = self._clock() + AWAY_SECONDS

    async def open(self) -> T:
        """Opens the parts; tries again until it succeeds."""
        while self.parts is None:
            try:
                self.parts = await asyncio.to_thread(self._make)
            except (*_NOT_NOW, *server_failures()) as error:
                why = error if isinstance(error, ServiceRefusal | ExplainedError) else name_of(error)
                logger.warning("the standby is tried again in %s s: %s", AGAIN_SECONDS, why)
                await asyncio.sleep(AGAIN_SECONDS)
        return self.parts
