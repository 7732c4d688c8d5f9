"""Wakes streams and followers: after appends of other processes, and regularly for work without appends."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager

from litestar import Litestar

from api.runtime.tasks import background_task
from referee.followers.signal import Signal
from referee.followers.watch import Announcements, Watch
from referee.log.log import Log

REMIND_SECONDS = 1.0
"""Seconds within which a stream notices that its reader has lost access."""


def notification_lifespan(log: Log, appends: Signal) -> Callable[[Litestar], AbstractAsyncContextManager[None]]:
    """Returns a lifespan in which streams and followers of the app are woken by appends."""

    async def remind() -> None:
        while True:
            await asyncio.sleep(REMIND_SECONDS)
            appends.remind()

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            for work in (Watch(log, appends).run(), remind()):
                await stack.enter_async_context(background_task(work))
            # A standby takes no LISTEN, so only polling finds new records there.
            if log.backend.notifies and log.takes_writes:
                await stack.enter_async_context(background_task(Announcements(log, appends).run()))
            yield

    return lifespan
