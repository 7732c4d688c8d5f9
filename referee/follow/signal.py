"""A signal inside one process: something was stored, and whoever waits for it goes on."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Set
from contextlib import contextmanager, suppress
from functools import partial


class Listener:
    """One who follows a stream of the log: what is given between two waits is not missed.

    `is_due`: whether there is something to do though nothing was stored.
    """

    def __init__(self, is_due: Callable[[], bool], given: int) -> None:
        self.heard = asyncio.Event()
        self.is_due = is_due
        self._given = given

    def wake(self, given: int | None = None) -> None:
        """Lets it go on; `given` numbers the signal for which it does."""
        self._given = self._given if given is None else given
        self.heard.set()

    def attend(self) -> int:
        """What was given until now is known; call it before looking. Returns the number of the last signal for this stream."""
        self.heard.clear()
        return self._given

    async def wait(self) -> None:
        """Returns once something was given, or is due, since `attend`."""
        await self.heard.wait()


class Signal:
    """Wakes those who wait for it, so that nobody has to look at the log again and again.

    Who listens to one stream is woken for that stream only: a table does not wake the boards of all others.
    """

    def __init__(self) -> None:
        self._waiting: set[asyncio.Event] = set()
        self._listening: defaultdict[str, set[Listener]] = defaultdict(set)
        self._loop: asyncio.AbstractEventLoop | None = None
        self.notified = 0
        """How often it was given."""

    def stored(self, streams: Set[str]) -> None:
        """Notifies of these streams from whichever thread stored something in them."""
        loop = self._loop
        if loop is None or loop is _running_loop():
            self.notify(*streams)
        else:
            # In a loop that is closed nobody waits.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(partial(self.notify, *streams))

    def notify(self, *streams: str) -> None:
        """Wakes everyone who waits, and who listens to one of these streams; without any, everyone. Call it in the event loop."""
        self.notified += 1
        for waiting in self._waiting:
            waiting.set()
        self._wake(streams or tuple(self._listening))

    def remind(self) -> None:
        """Wakes who listens and has something to do though nothing was stored. Call it in the event loop."""
        for listeners in self._listening.values():
            for listener in listeners:
                if listener.is_due():
                    listener.wake()

    @contextmanager
    def listen(self, *streams: str, is_due: Callable[[], bool] = lambda: False) -> Iterator[Listener]:
        """Listens to these streams of the log for as long as the block runs."""
        self._loop = asyncio.get_running_loop()
        listener = Listener(is_due, self.notified)
        for stream in streams:
            self._listening[stream].add(listener)
        try:
            yield listener
        finally:
            for stream in streams:
                self._listening[stream].discard(listener)
                if not self._listening[stream]:
                    del self._listening[stream]

    async def wait(self, seconds: float | None, since: int | None = None) -> None:
        """Returns at the next signal, or after so many seconds; at once where it was given more than `since` times."""
        self._loop = asyncio.get_running_loop()
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

    def _wake(self, streams: Iterable[str]) -> None:
        for stream in streams:
            for listener in self._listening.get(stream, ()):
                listener.wake(self.notified)


def _running_loop() -> asyncio.AbstractEventLoop | None:
    """The event loop that runs in this thread."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
