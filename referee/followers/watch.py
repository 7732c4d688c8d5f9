"""Notice of records that other processes stored, for all tasks of this process that wait for them.

On PostgreSQL a process listens on one connection: NOTIFY arrives within milliseconds. Besides, and alone for a file, it polls
the position of the log. Polling finds records that were announced while the connection was down. In a file it reads one number,
which SQLite counts up at every commit.
"""

import asyncio
import logging

from referee.followers.signal import Signal
from referee.log.log import Log
from referee.log.postgres.notify import CHANNEL, decode_notification
from referee.log.timeouts.failures import FAILURES, server_failures

TOGETHER_SECONDS = 0.01
"""Pause after an announcement. The announcements of this time are received together, as receiving one alone costs more."""
AGAIN_SECONDS = 3.0
"""Pause before listening again on another connection."""
_log = logging.getLogger("referee.follow")


class Watch:
    """Polls the log for records of other processes."""

    def __init__(self, log: Log, signal: Signal) -> None:
        self._log = log
        self._signal = signal
        self._position: int | None = None

    async def run(self) -> None:
        """Polls until cancelled."""
        while True:
            await asyncio.sleep(self._log.backend.poll_seconds)
            await self.wake()

    async def wake(self) -> None:
        """Polls once, and wakes the listeners of the streams that have grown; all listeners after a poll that failed."""
        try:
            streams = await self._log.backend.run_read(self._poll)
        except FAILURES:
            self._position = None
            return
        if streams is None:
            self._signal.notify()
        elif streams:
            self._signal.notify(*streams)

    def _poll(self) -> set[str] | None:
        """The streams that others may have written to since the last poll: an empty set if none. None at the first poll.

        The streams of this process are left out: its own signal wakes their listeners at once.
        """
        since, self._position = self._position, self._log.position()
        if since is None:
            return None
        return self._log.streams_of_others(since, self._position) if since != self._position else set()


class Announcements:
    """Receives the announcements of other processes on one PostgreSQL."""

    def __init__(self, log: Log, signal: Signal) -> None:
        self._log = log
        self._signal = signal

    async def run(self) -> None:
        """Listens until cancelled, on another connection if one breaks."""
        while True:
            try:
                await self.listen()
            except server_failures() as error:
                _log.warning(
                    "what other processes store is looked for every %s s: %r", self._log.backend.poll_seconds, error
                )
            await asyncio.sleep(AGAIN_SECONDS)

    async def listen(self) -> None:
        """Listens until the connection breaks. Raises psycopg.Error."""
        import psycopg

        async with await psycopg.AsyncConnection.connect(self._log.address or "", autocommit=True) as connection:
            await connection.execute(f"LISTEN {CHANNEL}")
            # Records may have been stored before LISTEN.
            self._signal.notify()
            while True:
                async for notice in connection.notifies(stop_after=1):
                    announcer, streams = decode_notification(notice.payload)
                    if announcer != self._log.sender_id:
                        self._signal.notify(*streams)
                await asyncio.sleep(TOGETHER_SECONDS)
