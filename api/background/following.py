"""Keeps the read models abreast while the service runs, so that reads find little left to do, and nothing of the erased."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from litestar import Litestar

from api.desk import Desk, off_loop

LOOK_SECONDS = 0.5
"""How long it waits for the bell before it looks for what other processes wrote."""
PAUSE_SECONDS = 0.05
"""Between one batch and the next: what comes in the meantime is taken together."""
logger = logging.getLogger(__name__)


@asynccontextmanager
async def following(app: Litestar) -> AsyncIterator[None]:
    """Follows the log for as long as the application runs."""
    task = asyncio.create_task(_follow(app.state.desk))
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def _follow(desk: Desk) -> None:
    while True:
        # The bell is listened to while the batch is taken: what comes then is not missed.
        async with asyncio.TaskGroup() as group:
            group.create_task(desk.bell.wait(LOOK_SECONDS))
            group.create_task(_catch_up(desk))


async def _catch_up(desk: Desk) -> None:
    try:
        head = await off_loop(desk.service.log.position)
        while await desk.read_models.step(head) < head:
            pass
        await off_loop(desk.people.leave_no_trace)
    except Exception as error:
        desk.setbacks.note("projections", error)
        # A read that needs the read models meets the same error and answers it; the log itself goes on.
        logger.exception("the read models could not follow the log")
    else:
        desk.setbacks.clear("projections")
    await asyncio.sleep(PAUSE_SECONDS)
