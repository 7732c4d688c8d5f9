"""A worker that ends is gone within seconds, whatever does not answer it then: a collector, a receiver, a database, a pipe.

Each of them has a time of its own. This is the time of all together: lifespans end in reverse order, and the first one that
ends begins to count.
"""

import os
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from threading import Timer

from litestar import Litestar

SECONDS = 3.0
"""From the last answer to the end of the process. What was stored is stored, and nobody was told of what was not."""


def _give_up() -> None:
    os._exit(0)


def ending(
    seconds: float = SECONDS, give_up: Callable[[], None] = _give_up
) -> Callable[[Litestar], AbstractAsyncContextManager[None]]:
    """The lifespan of an app whose process ends with it. It must be the last one of all."""

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        try:
            yield
        finally:
            timer = Timer(seconds, give_up)
            timer.daemon = True
            timer.start()

    return lifespan
