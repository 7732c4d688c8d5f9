"""How a process hears of what other processes stored, for all who wait in it.

On PostgreSQL it listens: one connection a process, on which NOTIFY arrives within milliseconds. Behind that, and alone for a
file, is one look at the position of the log, now and then: it finds what was announced while nobody listened. In a file the look
costs a number, which SQLite counts up at every commit.
"""

import asyncio
import logging

import psycopg

from referee.follow.signal import Signal
from referee.store.announcing import CHANNEL, announced
from referee.store.log import Log
from referee.store.outage.silence import FAILURES

LOOK_SECONDS = 1.0
"""Between two looks at a database across a network."""
FILE_LOOK_SECONDS = 0.25
"""Between two looks at a file."""
TOGETHER_SECONDS = 0.01
"""What is announced so soon after the last is heard together: hearing takes longer than what is heard."""
AGAIN_SECONDS = 3.0
"""How long to wait before listening again on another connection."""
_log = logging.getLogger("referee.follow")


class Watch:
    """What one process knows of how far its log is."""

    def __init__(self, log: Log, appended: Signal) -> None:
        self._log = log
        self._appended = appended
        self._position: int | None = None

    async def run(self) -> None:
        """Looks again and again."""
        while True:
            await asyncio.sleep(FILE_LOOK_SECONDS if self._log.is_file else LOOK_SECONDS)
            await self.wake()

    async def wake(self) -> None:
        """Looks, and wakes who waits for what has grown; everybody, where it could not look before."""
        try:
            grown = self._look() if self._log.is_file else await asyncio.to_thread(self._look)
        except FAILURES:
            self._position = None
            return
        if grown is None:
            self._appended.notify()
        elif grown:
            self._appended.notify(*grown)

    def _look(self) -> set[str] | None:
        """The streams that others may have written to since the last look; None where there was none.

        Of what this process writes it hears at once.
        """
        since, self._position = self._position, self._log.position()
        if since is None:
            return None
        return self._log.streams_of_others(since, self._position) if since != self._position else set()


class Announcements:
    """Hears what other processes on one PostgreSQL announce."""

    def __init__(self, log: Log, appended: Signal) -> None:
        self._log = log
        self._appended = appended

    async def run(self) -> None:
        """Listens until cancelled, on another connection where one breaks."""
        while True:
            try:
                await self.listen()
            except (psycopg.Error, OSError) as error:
                _log.warning("what other processes store is looked for every %s s: %r", LOOK_SECONDS, error)
            await asyncio.sleep(AGAIN_SECONDS)

    async def listen(self) -> None:
        """Listens for as long as the connection stands. Raises psycopg.Error."""
        async with await psycopg.AsyncConnection.connect(self._log.address or "", autocommit=True) as connection:
            await connection.execute(f"LISTEN {CHANNEL}")
            # What was stored while nobody listened was not heard.
            self._appended.notify()
            while True:
                async for notice in connection.notifies(stop_after=1):
                    announcer, streams = announced(notice.payload)
                    if announcer != self._log.announcer:
                        self._appended.notify(*streams)
                await asyncio.sleep(TOGETHER_SECONDS)
