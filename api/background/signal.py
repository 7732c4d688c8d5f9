"""A signal inside one process: something happened, and whoever waits for it goes on."""

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager


class Listener:
    """One who follows a stream of the log: what is given between two waits is not missed."""

    def __init__(self) -> None:
        self.heard = asyncio.Event()

    def attend(self) -> None:
        """What was given until now is known; call it before looking."""
        self.heard.clear()

    async def wait(self, seconds: float) -> None:
        """Returns once something was given since `attend`, or after so many seconds."""
        try:
            async with asyncio.timeout(seconds):
                await self.heard.wait()
        except TimeoutError:
            pass


class Signal:
    """Wakes those who wait for it, so that streams need not wait for their next look at the log.

    Who listens to one stream is woken for that stream only: a table does not wake the boards of all others.
    """

    def __init__(self) -> None:
        self._waiting: set[asyncio.Event] = set()
        self._listening: defaultdict[str, set[Listener]] = defaultdict(set)
        self.notified = 0
        """How often it was given."""
        self.watched = False
        """Whether somebody looks, for all who listen, for what other processes write."""

    def notify(self, *streams: str) -> None:
        """Wakes everyone who waits, and who listens to one of these streams; without any, everyone. Call it in the event loop."""
        self.notified += 1
        for waiting in self._waiting:
            waiting.set()
        self.notify_streams(streams or tuple(self._listening))

    def notify_streams(self, streams: Iterable[str]) -> None:
        """Wakes who listens to one of these streams, and nobody else. Call it in the event loop."""
        for stream in streams:
            for listener in self._listening.get(stream, ()):
                listener.heard.set()

    @contextmanager
    def listen(self, stream: str) -> Iterator[Listener]:
        """Listens to a stream of the log for as long as the block runs."""
        listener = Listener()
        self._listening[stream].add(listener)
        try:
            yield listener
        finally:
            self._listening[stream].discard(listener)
            if not self._listening[stream]:
                del self._listening[stream]

    async def wait(self, seconds: float | None, since: int | None = None) -> None:
        """Returns at the next signal, or after so many seconds; at once where it was given more than `since` times."""
        if since is not None and self.notified != since:
            return
        given = asyncio.Event()
        self._waiting.add(given)
        try:
            await asyncio.wait_for(given.wait(), seconds)
        except TimeoutError:
            pass
        finally:
            self._waiting.discard(given)
