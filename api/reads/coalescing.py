"""Queries of a database across a network, one for all callers that wait at the same moment.

A running query may have missed a write since it began, so a caller that comes meanwhile waits for the next one. That is why this
is not the `Coalescer` of `referee.followers`: its callers wake at a signal and have its number in their key, so a look that has
begun is good for them, and each key is a look of its own. Here all streams are one query, which no later caller shares.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextvars import Context
from typing import Generic, TypeVar

T = TypeVar("T")


class QueryCoalescer(Generic[T]):
    """Merges concurrent queries of single streams into one `look` at several streams."""

    def __init__(self, look: Callable[[Sequence[str]], Awaitable[Mapping[str, T]]]) -> None:
        self._look = look
        self._waiting: list[tuple[str, asyncio.Future[T]]] = []
        self._working: asyncio.Task[None] | None = None

    async def of(self, stream: str) -> T:
        """The state of a stream, by a query that begins after this call. Raises its errors."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._waiting.append((stream, future))
        if self._working is None:
            # In no request's context: it serves all of them.
            self._working = loop.create_task(self._work(), context=Context())
        return await future

    async def _work(self) -> None:
        try:
            while self._waiting:
                group, self._waiting = self._waiting, []
                await self._tell(group)
        finally:
            self._working = None

    async def _tell(self, group: Sequence[tuple[str, "asyncio.Future[T]"]]) -> None:
        try:
            states = await self._look([*dict.fromkeys(stream for stream, _ in group)])
        except Exception as error:
            for _, future in group:
                if not future.done():
                    future.set_exception(error)
        else:
            for stream, future in group:
                if not future.done():
                    future.set_result(states[stream])
