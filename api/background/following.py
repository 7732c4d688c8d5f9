"""Keeps the read models up to date while the service runs, so that reads find little left to do, and nothing of the erased."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from litestar import Litestar

from api.background.beside import beside
from api.background.setbacks import Setbacks
from api.background.signal import Signal
from api.reading import ReadModels
from api.threads import off_loop
from referee.people.register import People
from referee.store.log import Log

LOOK_SECONDS = 0.5
"""How long it waits for a signal before it looks for what other processes wrote."""
PAUSE_SECONDS = 0.1
"""Between one batch and the next: what comes in the meantime is taken together. Who needs a read model sooner takes the batch."""
logger = logging.getLogger(__name__)


def following(
    log: Log, people: People, read_models: ReadModels, appended: Signal, setbacks: Setbacks
) -> Callable[[Litestar], AbstractAsyncContextManager[None]]:
    """The lifespan of an app that follows its log."""

    async def catch_up() -> None:
        # A read that needs the read models meets the same error and answers it; the log itself goes on.
        with setbacks.trying("projections", logger, "the read models could not follow the log"):
            head = await off_loop(log.position)
            while await read_models.step(head) < head:
                pass
            await off_loop(people.leave_no_trace)
        await asyncio.sleep(PAUSE_SECONDS)

    async def follow() -> None:
        while True:
            # It waits for the signal while the batch is taken, so that none is missed.
            async with asyncio.TaskGroup() as group:
                group.create_task(appended.wait(LOOK_SECONDS))
                group.create_task(catch_up())

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        async with beside(follow()):
            yield

    return lifespan
