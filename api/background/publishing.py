"""Takes the log into its tree as it grows, and signs it, so that checkpoints do not wait for someone to ask."""

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from time import monotonic

from litestar import Litestar

from api.background.beside import beside
from api.background.setbacks import Setbacks
from api.threads import writing_off_loop
from referee.evidence.notary import Notary
from referee.follow.lease import LeaderLease
from referee.follow.quiet import more
from referee.follow.signal import Signal

PAUSE_SECONDS = 1.0
"""Between two batches: nobody waits for the tree, and one that grows little by little holds up no append."""


def publishing(
    notary: Notary,
    grow: Callable[[], object],
    appended: Signal,
    signed: Signal,
    turn: LeaderLease,
    setbacks: Setbacks,
    seconds: float,
) -> Callable[[Litestar], AbstractAsyncContextManager[None]]:
    """The lifespan of an app that signs its log every so many seconds, and then gives a signal; 0: never by itself.

    `grow` takes the log into the tree, in a thread.
    """

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        work = _publish(notary, grow, appended, signed, turn, setbacks, seconds) if seconds else None
        async with beside(work) if work else nullcontext():
            yield

    return lifespan


_log = logging.getLogger("referee.api")


async def _publish(
    notary: Notary,
    grow: Callable[[], object],
    appended: Signal,
    signed: Signal,
    turn: LeaderLease,
    setbacks: Setbacks,
    seconds: float,
) -> None:
    due, published = monotonic(), -1
    while True:
        heard = appended.notified
        with setbacks.trying("evidence", _log, "the log could not be signed"):
            if turn.is_mine() or await writing_off_loop(turn.take):
                await writing_off_loop(grow)
                if monotonic() >= due:
                    due = monotonic() + seconds
                    checkpoint = await writing_off_loop(notary.checkpoint)
                    if checkpoint.size != published:
                        published = checkpoint.size
                        signed.notify()
        await more(appended, heard, max(0.0, due - monotonic()), PAUSE_SECONDS)
