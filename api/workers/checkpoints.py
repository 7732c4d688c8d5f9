"""Adds the growing log to its tree, and signs it regularly, not only when a checkpoint is requested."""

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from time import monotonic

from litestar import Litestar

from api.runtime.job_failures import JobFailures
from api.runtime.tasks import background_task
from api.runtime.threads import writing_off_loop
from referee.evidence.notary import Notary
from referee.followers.lease import LeaderLease
from referee.followers.signal import Signal

PAUSE_SECONDS = 1.0
"""Seconds between two batches: no request waits for the tree, and small batches delay no append."""


def checkpoint_lifespan(
    notary: Notary,
    grow: Callable[[], object],
    appends: Signal,
    signatures: Signal,
    turn: LeaderLease,
    job_failures: JobFailures,
    seconds: float,
) -> Callable[[Litestar], AbstractAsyncContextManager[None]]:
    """Returns a lifespan in which the app signs its log every `seconds`, and notifies `signatures`; 0: never by itself.

    `grow` adds the log to the tree, in a thread.
    """

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        work = _publish(notary, grow, appends, signatures, turn, job_failures, seconds) if seconds else None
        async with background_task(work) if work else nullcontext():
            yield

    return lifespan


_log = logging.getLogger("referee.api")


async def _publish(
    notary: Notary,
    grow: Callable[[], object],
    appends: Signal,
    signatures: Signal,
    turn: LeaderLease,
    job_failures: JobFailures,
    seconds: float,
) -> None:
    due, last_size = monotonic(), -1
    while True:
        count = appends.notifications
        with job_failures.attempt("evidence", _log, "the log could not be signed"):
            if turn.is_mine() or await writing_off_loop(turn.take):
                await writing_off_loop(grow)
                if monotonic() >= due:
                    due = monotonic() + seconds
                    checkpoint = await writing_off_loop(notary.checkpoint)
                    if checkpoint.size != last_size:
                        last_size = checkpoint.size
                        signatures.notify()
        await appends.wait_after_pause(count, max(0.0, due - monotonic()), PAUSE_SECONDS)
