"""Reads from the standby (`REFEREE_DATABASE_READ`) while the server that writes does not answer.

A second set of parts reads from there, as a node does whose database is a standby, and is kept open. Who asks while the server
that writes is away is answered by these parts at once: it is asked again by what runs beside the requests, and by one of them
after a moment.
"""

import asyncio
import logging
from collections.abc import Callable
from time import monotonic
from typing import Generic, TypeVar

import psycopg

from referee.errors import Explained, Refused, Unavailable
from referee.store.outage import patience
from referee.store.outage.silence import FAILURES, name_of

T = TypeVar("T")
FIRST_SECONDS = 2.0
"""How long a read waits for the server that writes before it goes to the standby."""
THEN_SECONDS = 2.5
"""How long it waits there: both together are within what is promised."""
AWAY_SECONDS = 2.0
"""How long the server that writes is taken to be away after it did not answer, if nothing else is heard of it."""
AGAIN_SECONDS = 5.0
"""Between two tries to open the standby."""
_NOT_NOW: tuple[type[Exception], ...] = (*FAILURES, psycopg.Error, OSError, Unavailable, Refused, Explained)
logger = logging.getLogger(__name__)


class Elsewhere(Generic[T]):
    """The parts of one process that read from a standby. `make` opens them, and raises where that cannot be done now."""

    def __init__(self, make: Callable[[], T], clock: Callable[[], float] = monotonic) -> None:
        self.parts: T | None = None
        """They; None while they could not be opened."""
        self._make = make
        self._clock = clock
        self._away_until = clock()

    def is_needed(self) -> bool:
        """Whether the server that writes does not answer, as far as is known."""
        return patience.is_silent() or self._clock() < self._away_until

    def need(self) -> None:
        """The server that writes did not answer a read."""
        self._away_until = self._clock() + AWAY_SECONDS

    async def open(self) -> T:
        """Opens the parts, however often that has to be tried."""
        while self.parts is None:
            try:
                self.parts = await asyncio.to_thread(self._make)
            except _NOT_NOW as error:
                why = error if isinstance(error, Refused | Explained) else name_of(error)
                logger.warning("the standby is tried again in %s s: %s", AGAIN_SECONDS, why)
                await asyncio.sleep(AGAIN_SECONDS)
        return self.parts
