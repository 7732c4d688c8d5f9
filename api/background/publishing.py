"""Signs the log as it grows, while the service runs, so that its checkpoints do not wait for someone to ask."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext

from litestar import Litestar

from api.background.beside import beside
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
        async with beside(_publish(notary, setbacks, seconds)) if seconds else nullcontext():
            yield

    return lifespan


async def _publish(notary: Notary, setbacks: Setbacks, seconds: float) -> None:
    while True:
        with setbacks.trying("evidence", _log, "the log could not be signed"):
            await off_loop(notary.checkpoint)
        await asyncio.sleep(seconds)
