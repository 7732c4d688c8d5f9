"""Keeps the read models up to date while the service runs, so that reads find little work left, and erased names are gone."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from litestar import Litestar

from api.reads.read_models import ReadModels
from api.runtime.job_failures import JobFailures
from api.runtime.tasks import background_task
from api.runtime.threads import writing_off_loop
from referee.followers.lease import LeaderLease
from referee.followers.signal import Signal
from referee.log.log import Log
from referee.people.register import People

ASIDE_SECONDS = 3.0
"""Seconds that a process waits without the lease, or without news. Reads advance the read models as far as they need."""
logger = logging.getLogger(__name__)


def projection_lifespan(
    log: Log, people: People, read_models: ReadModels, appends: Signal, turn: LeaderLease, job_failures: JobFailures
) -> Callable[[Litestar], AbstractAsyncContextManager[None]]:
    """Returns a lifespan in which the app follows its log, one process at a time."""

    async def is_first() -> bool:
        first = False
        # A read that needs the read models meets the same error and answers with it; appends are not affected.
        with job_failures.attempt("projections", logger, "the read models could not follow the log"):
            first = turn.is_mine() or await writing_off_loop(turn.take)
            if first:
                await read_models.follow(log)
            if people.scrubber.is_needed:
                await writing_off_loop(people.scrubber.scrub)
        return first

    async def follow() -> None:
        while True:
            count = appends.notifications
            if await is_first():
                await appends.wait_after_pause(count, ASIDE_SECONDS)
            else:
                await asyncio.sleep(ASIDE_SECONDS)

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        try:
            async with background_task(follow()):
                yield
        finally:
            with job_failures.attempt("projections", logger, "another process takes over later than it could"):
                await writing_off_loop(turn.leave)

    return lifespan
