"""Keeps the clocks that the service keeps, from one process at a time."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from litestar import Litestar

from api.runtime.job_failures import JobFailures
from api.runtime.tasks import background_task
from api.runtime.threads import writing_off_loop
from referee.followers.lease import LeaderLease
from referee.matches.timing.keeper import Timekeeper

ASIDE_SECONDS = 3.0
"""Seconds that a process waits without the lease, or without a running clock."""
ROUND_SECONDS = 1.0
"""Seconds between two looks for new clocks while one runs: the end of a clock that started since may be late by as many."""
LEAST_SECONDS = 0.05
_log = logging.getLogger("referee.api")


def clock_lifespan(
    keeper: Timekeeper, turn: LeaderLease, job_failures: JobFailures
) -> Callable[[Litestar], AbstractAsyncContextManager[None]]:
    """Returns a lifespan in which the app records the end of the time of a turn."""

    async def keep() -> None:
        mine = False
        while True:
            seconds = ASIDE_SECONDS
            with job_failures.attempt("clocks", _log, "the clocks of matches could not be kept"):
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
            async with background_task(keep()):
                yield
        finally:
            with job_failures.attempt("clocks", _log, "another process keeps the clocks later than it could"):
                await writing_off_loop(turn.leave)

    return lifespan
