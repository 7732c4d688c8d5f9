"""Signs the log as it grows, while the service runs, so that its checkpoints do not wait for someone to ask."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress

from litestar import Litestar

from api.background.setbacks import Setbacks
from api.threads import off_loop
from referee.evidence.notary import Notary

_log = logging.getLogger("referee.api")


def publishing(
    notary: Notary, setbacks: Setbacks, seconds: float
) -> Callable[[Litestar], AbstractAsyncContextManager[None]]:
    """The lifespan of an app that signs its log every so many seconds; 0: never by itself."""

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        task = asyncio.create_task(_publish(notary, setbacks, seconds)) if seconds else None
        try:
            yield
        finally:
            if task:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task

    return lifespan


async def _publish(notary: Notary, setbacks: Setbacks, seconds: float) -> None:
    while True:
        try:
            await off_loop(notary.checkpoint)
        except Exception as error:
            setbacks.note("evidence", error)
            _log.exception("the log could not be signed")
        else:
            setbacks.clear("evidence")
        await asyncio.sleep(seconds)
