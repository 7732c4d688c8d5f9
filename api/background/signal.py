"""A signal inside one process: something happened, and whoever waits for it goes on."""

import asyncio


class Signal:
    """Wakes everyone who waits for it, so that streams need not wait for their next look at the log."""

    def __init__(self) -> None:
        self._waiting: set[asyncio.Event] = set()
        self.notified = 0
        """How often it was given."""

    def notify(self) -> None:
        """Wakes everyone who waits. Call it in the event loop."""
        self.notified += 1
        for waiting in self._waiting:
            waiting.set()

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
