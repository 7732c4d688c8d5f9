"""Keeps the clocks that the service keeps, from one process at a time."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from litestar import Litestar

from api.background.beside import beside
from api.background.setbacks import Setbacks
from api.threads import writing_off_loop
from referee.follow.lease import LeaderLease
from referee.service.timing.keeper import Timekeeper

ASIDE_SECONDS = 3.0
"""How long a process waits whose turn it is not, or that knows of no clock that runs."""
ROUND_SECONDS = 1.0
"""Between two looks for clocks that have begun to run, while one does: by so much a time may be over late that began since."""
LEAST_SECONDS = 0.05
_log = logging.getLogger("referee.api")


def timekeeping(
    keeper: Timekeeper, turn: LeaderLease, setbacks: Setbacks
) -> Callable[[Litestar], AbstractAsyncContextManager[None]]:
    """The lifespan of an app that says when the time of a turn is over."""

    async def keep() -> None:
        mine = False
        while True:
            seconds = ASIDE_SECONDS
            with setbacks.trying("clocks", _log, "the clocks of matches could not be kept"):
                took = turn.is_mine() or await writing_off_loop(turn.take)
                if took and not mine:
                    await writing_off_loop(keeper.take_over)
                mine = took
                if mine and (soon := await writing_off_loop(keeper.round)) is not None:
                    seconds = min(max(soon.total_seconds(), LEAST_SECONDS), ROUND_SECONDS)
            await asyncio.sleep(seconds)

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        try:
            async with beside(keep()):
                yield
        finally:
            with setbacks.trying("clocks", _log, "another process keeps the clocks later than it could"):
                await writing_off_loop(turn.leave)

    return lifespan
