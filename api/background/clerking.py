"""Keeps the clerk's process there while it is this process that follows the log."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from time import monotonic

from litestar import Litestar

from api.background.beside import beside
from api.clerk.clerk import Clerk
from api.threads import writing_off_loop
from referee.follow.lease import LeaderLease

FIRST_SECONDS = 5.0
"""After which it is begun: what starts with the service needs the cores itself."""
LOOK_SECONDS = 1.0
"""How soon it is begun once this process has the turn, or begun again where it ended."""
AGAIN_SECONDS = 30.0
"""How soon where it could not begin; and how long it stays where another process has the turn."""
_log = logging.getLogger("referee.api")


def clerking(
    clerk: Clerk, turn: LeaderLease, clock: Callable[[], float] = monotonic
) -> Callable[[Litestar], AbstractAsyncContextManager[None]]:
    """The lifespan of an app that has a clerk. `clock` counts seconds from anywhere."""

    async def work() -> None:
        await asyncio.sleep(FIRST_SECONDS)
        had_turn = clock()
        while True:
            if turn.is_mine():
                had_turn = clock()
                if not clerk.is_open:
                    await begin()
            elif clerk.is_open and clock() - had_turn > AGAIN_SECONDS:
                await writing_off_loop(clerk.end)
            await asyncio.sleep(LOOK_SECONDS)

    async def begin() -> None:
        try:
            await writing_off_loop(clerk.open)
        except Exception:
            # What it would do is done here meanwhile.
            _log.exception("the clerk could not begin")
            await asyncio.sleep(AGAIN_SECONDS)

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        try:
            async with beside(work()):
                yield
        finally:
            await writing_off_loop(clerk.close)

    return lifespan
