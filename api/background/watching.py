"""Wakes who waits for what other processes store, and who has something to do though nothing is stored."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager

from litestar import Litestar

from api.background.beside import beside
from referee.follow.signal import Signal
from referee.follow.watch import Announcements, Watch
from referee.store.log import Log

REMIND_SECONDS = 1.0
"""How soon a stream notices that its reader may read no more."""


def watching(log: Log, appended: Signal) -> Callable[[Litestar], AbstractAsyncContextManager[None]]:
    """The lifespan of an app whose streams and followers hear of what is stored."""

    async def remind() -> None:
        while True:
            await asyncio.sleep(REMIND_SECONDS)
            appended.remind()

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            for work in (Watch(log, appended).run(), remind()):
                await stack.enter_async_context(beside(work))
            # A standby takes no LISTEN, and so the slow look alone finds what was stored.
            if not log.is_file and log.takes_writes:
                await stack.enter_async_context(beside(Announcements(log, appended).run()))
            yield

    return lifespan
