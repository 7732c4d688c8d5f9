"""Supervises the projection process while this process has the lease of following the log."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from time import monotonic

from litestar import Litestar

from api.runtime.tasks import background_task
from api.runtime.threads import writing_off_loop
from api.workers.projection_process import ProjectionProcess
from referee.followers.lease import LeaderLease

FIRST_SECONDS = 5.0
"""Seconds before it starts: the service itself needs the cores at its start."""
LOOK_SECONDS = 1.0
"""Seconds between two checks whether it must start, or start again."""
AGAIN_SECONDS = 30.0
"""Seconds before another attempt after a failed start; also those for which it stays after the loss of the lease."""
_log = logging.getLogger("referee.api")


def projection_process_lifespan(
    process: ProjectionProcess, turn: LeaderLease, clock: Callable[[], float] = monotonic
) -> Callable[[Litestar], AbstractAsyncContextManager[None]]:
    """Returns a lifespan in which the app has a projection process. `clock` counts seconds from any start."""

    async def work() -> None:
        await asyncio.sleep(FIRST_SECONDS)
        had_turn = clock()
        while True:
            if turn.is_mine():
                had_turn = clock()
                if not process.is_open:
                    await begin()
            elif process.exists and clock() - had_turn > AGAIN_SECONDS:
                await writing_off_loop(process.end)
            await asyncio.sleep(LOOK_SECONDS)

    async def begin() -> None:
        try:
            await writing_off_loop(process.open)
        except Exception:
            # Meanwhile this process does its work.
            _log.exception("the clerk could not begin")
            await asyncio.sleep(AGAIN_SECONDS)

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        try:
            async with background_task(work()):
                yield
        finally:
            await writing_off_loop(process.close)

    return lifespan
