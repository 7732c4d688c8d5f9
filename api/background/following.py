"""Keeps the read models up to date while the service runs, so that reads find little left to do, and nothing of the erased."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from litestar import Litestar

from api.background.beside import beside
from api.background.setbacks import Setbacks
from api.read_models import ReadModels
from api.threads import writing_off_loop
from referee.follow.lease import LeaderLease
from referee.follow.quiet import more
from referee.follow.signal import Signal
from referee.people.register import People
from referee.store.log import Log

ASIDE_SECONDS = 3.0
"""How long a process waits whose turn it is not, or that heard of nothing. Reads take what they need by themselves."""
logger = logging.getLogger(__name__)


def following(
    log: Log, people: People, read_models: ReadModels, appended: Signal, turn: LeaderLease, setbacks: Setbacks
) -> Callable[[Litestar], AbstractAsyncContextManager[None]]:
    """The lifespan of an app that follows its log, from one process at a time."""

    async def is_first() -> bool:
        first = False
        # A read that needs the read models meets the same error and answers it; the log itself goes on.
        with setbacks.trying("projections", logger, "the read models could not follow the log"):
            first = turn.is_mine() or await writing_off_loop(turn.take)
            if first:
                await read_models.follow(log)
            if people.has_traces:
                await writing_off_loop(people.scrub)
        return first

    async def follow() -> None:
        while True:
            heard = appended.notified
            if await is_first():
                await more(appended, heard, ASIDE_SECONDS)
            else:
                await asyncio.sleep(ASIDE_SECONDS)

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        try:
            async with beside(follow()):
                yield
        finally:
            with setbacks.trying("projections", logger, "another process takes over later than it could"):
                await writing_off_loop(turn.leave)

    return lifespan
