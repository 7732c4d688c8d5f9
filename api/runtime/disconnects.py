"""Clients that disconnect before their answer: work for them stops."""

import asyncio
from typing import Any, TypeVar

from litestar.types import Receive

from api.observing.request_info import CURRENT_REQUEST

T = TypeVar("T")
CLOSED_REQUEST = 499
"""The status in logs and metrics of a request with a client that left: the standard has none, and no client gets it."""


class ClientGone(Exception):
    """The client has closed its connection."""


async def while_client_waits(work: "asyncio.Future[T]") -> T:
    """Waits for the result of some work. Raises ClientGone if the client leaves first, and cancels work that has not begun."""
    info = CURRENT_REQUEST.get()
    if info is None or info.client is None:
        return await work
    leaving = asyncio.ensure_future(_disconnect(info.client))
    try:
        either: list[asyncio.Future[Any]] = [work, leaving]
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if not work.done():
            raise ClientGone
        return work.result()
    finally:
        leaving.cancel()
        work.cancel()


async def _disconnect(client: Receive) -> None:
    while (await client())["type"] != "http.disconnect":
        pass
