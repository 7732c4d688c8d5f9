"""One look of a process, for all its streams, at what other processes wrote: who listens to a stream that has grown is woken.

Without it each open stream would ask the database by itself, every second, whether anything is new.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from litestar import Litestar

from api.background.beside import beside
from api.background.signal import Signal
from api.threads import off_loop
from referee.store.log import Log
from referee.store.silence import FAILURES

LOOK_SECONDS = 1.0
"""Between two looks."""


class Watch:
    """What one process knows of how far its log is."""

    def __init__(self, log: Log, appended: Signal) -> None:
        self._log = log
        self._appended = appended
        self._position: int | None = None

    def look(self) -> set[str]:
        """The streams that have grown since the last look; none at the first, before which nobody counts on it."""
        since, self._position = self._position, self._log.position()
        if since is None or since == self._position:
            return set()
        return self._log.streams_after(since)

    async def wake(self) -> None:
        """Looks, and wakes who listens to what has grown. While it cannot look, each stream looks by itself."""
        try:
            grown = self.look() if self._log.is_file else await off_loop(self.look)
        except FAILURES:
            self._appended.watched, self._position = False, None
            return
        if not self._appended.watched:
            self._appended.watched = True
            self._appended.notify()
        elif grown:
            self._appended.notify_streams(grown)


def watching(log: Log, appended: Signal) -> Callable[[Litestar], AbstractAsyncContextManager[None]]:
    """The lifespan of an app that looks for its streams."""

    async def watch(looks: Watch) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            await looks.wake()

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        async with beside(watch(Watch(log, appended))):
            yield
        appended.watched = False

    return lifespan
