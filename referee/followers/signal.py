"""A signal inside one process: something was stored, and the tasks that wait for it go on."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Set
from contextlib import contextmanager, suppress
from functools import partial

PAUSE_SECONDS = 0.3
"""Pause between two batches of a follower: records that arrive quickly one after another are taken together.

A read of a read model does not wait for it: it takes the next batch itself.
"""


EVERYTHING = ""
"""The name under which a listener to all streams stands: no stream has it."""


class Listener:
    """A follower of streams of the log. A signal between two waits is not missed.

    `is_due` returns true if there is something to do although nothing was stored.
    """

    def __init__(self, is_due: Callable[[], bool], number: int) -> None:
        self.event = asyncio.Event()
        self.is_due = is_due
        self._number = number

    def wake(self, number: int | None = None) -> None:
        """Lets the listener go on. `number` is that of the signal that wakes it."""
        self._number = self._number if number is None else number
        self.event.set()

    def attend(self) -> int:
        """Returns the number of the last signal for these streams, and marks it as seen. Call it before reading the log."""
        self.event.clear()
        return self._number

    async def wait(self) -> None:
        """Returns as soon as a signal was given, or something was due, since `attend`."""
        await self.event.wait()


class Signal:
    """Wakes the tasks that wait for it, so that they need not poll the log.

    A client's stream is a `Listener`, woken for its own streams of the log only: a table does not wake the boards of all others.
    One that follows everything is woken for all.
    A follower of the whole log waits in `wait`, for any write.
    """

    def __init__(self) -> None:
        self._waiting: set[asyncio.Event] = set()
        self._listening: defaultdict[str, set[Listener]] = defaultdict(set)
        self._loop: asyncio.AbstractEventLoop | None = None
        self.notifications = 0
        """Number of times that the signal was given."""

    def notify_threadsafe(self, streams: Set[str]) -> None:
        """Notifies of these streams, in any thread. `Log.publish` calls it after a write of this process (`api.compose`)."""
        loop = self._loop
        # An asyncio.Event must be set in its own loop, so other threads hand the call over to it.
        if loop is None or loop is _running_loop():
            self.notify(*streams)
        else:
            # No task waits in a loop that is closed.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(partial(self.notify, *streams))

    def notify(self, *streams: str) -> None:
        """Wakes all waiting tasks and the listeners of these streams, or of all if none is given. Call it in the event loop."""
        self.notifications += 1
        for event in self._waiting:
            event.set()
        self._wake((*streams, EVERYTHING) if streams else tuple(self._listening))

    def remind(self) -> None:
        """Wakes the listeners that are due although nothing was stored: `is_due` of each says so.

        A stream that has sent nothing for long sends a comment then, and one whose reader may have lost access asks again. Call
        it in the event loop, each second (`api.workers.notifications`).
        """
        for listeners in self._listening.values():
            for listener in listeners:
                if listener.is_due():
                    listener.wake()

    @contextmanager
    def listen(self, *streams: str, is_due: Callable[[], bool] = lambda: False) -> Iterator[Listener]:
        """Listens to these streams of the log while the block runs; to all of them if none is given."""
        self._loop = asyncio.get_running_loop()
        listener = Listener(is_due, self.notifications)
        streams = streams or (EVERYTHING,)
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
        """Returns at the next signal, or after so many seconds; at once if a signal came after the one with number `since`."""
        self._loop = asyncio.get_running_loop()
        if since is not None and self.notifications != since:
            return
        event = asyncio.Event()
        self._waiting.add(event)
        try:
            await asyncio.wait_for(event.wait(), seconds)
        except TimeoutError:
            pass
        finally:
            self._waiting.discard(event)

    async def wait_after_pause(self, since: int, seconds: float | None = None, pause: float = PAUSE_SECONDS) -> None:
        """Returns after the pause, as soon as the signal was given more than `since` times, or after so many `seconds` more."""
        await asyncio.sleep(pause)
        await self.wait(seconds, since)

    def _wake(self, streams: Iterable[str]) -> None:
        for stream in streams:
            for listener in self._listening.get(stream, ()):
                listener.wake(self.notifications)


def _running_loop() -> asyncio.AbstractEventLoop | None:
    """The event loop that runs in this thread; None if there is none."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
