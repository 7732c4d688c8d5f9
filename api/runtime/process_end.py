"""The time limit for the end of a worker, in case a collector, a receiver, a database or a pipe does not answer.

Each of them has a limit of its own. This is the limit of all together: lifespans end in reverse order, and the first one to end
starts the timer.
"""

import os
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from threading import Timer

from litestar import Litestar

SECONDS = 3.0
"""Seconds from the last answer to the end of the process. All confirmed writes are stored by then."""


def _give_up() -> None:
    os._exit(0)


def process_end_lifespan(
    seconds: float = SECONDS, give_up: Callable[[], None] = _give_up
) -> Callable[[Litestar], AbstractAsyncContextManager[None]]:
    """Returns a lifespan that ends the process with the app. It must be the last one."""

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        try:
            yield
        finally:
            timer = Timer(seconds, give_up)
            timer.daemon = True
            timer.start()

    return lifespan
