"""Clients that go before their answer comes: nothing more is done for them."""

import asyncio
from contextvars import ContextVar
from typing import Any, TypeVar

from litestar.types import Receive

T = TypeVar("T")
CLIENT: ContextVar[Receive | None] = ContextVar("client", default=None)
"""How the client of a read is heard; None where a request goes on without its client, as a write does."""
CLOSED_REQUEST = 499
"""What is counted of a request whose client went: there is no status of the standard for it, and nobody reads it."""


class ClientGone(Exception):
    """The client has closed its connection."""


async def while_client_waits(work: "asyncio.Future[T]") -> T:
    """What some work comes to. Raises ClientGone where the client goes before; work that has not begun then never does."""
    client = CLIENT.get()
    if client is None:
        return await work
    leaving = asyncio.ensure_future(_left(client))
    try:
        either: list[asyncio.Future[Any]] = [work, leaving]
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if not work.done():
            raise ClientGone
        return work.result()
    finally:
        leaving.cancel()
        work.cancel()


async def _left(client: Receive) -> None:
    while (await client())["type"] != "http.disconnect":
        pass
