"""Looks at a database across a network, one for all who wait at the same moment.

A look that is under way may have missed what was written since it began, so who comes meanwhile waits for the next one.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextvars import Context
from typing import Generic, TypeVar

T = TypeVar("T")


class SharedLooks(Generic[T]):
    """`look` tells of several streams at once what each who waits wants to know of one."""

    def __init__(self, look: Callable[[Sequence[str]], Awaitable[Mapping[str, T]]]) -> None:
        self._look = look
        self._waiting: list[tuple[str, asyncio.Future[T]]] = []
        self._working: asyncio.Task[None] | None = None

    async def of(self, stream: str) -> T:
        """What a look that begins after this call tells of a stream. Raises what it raises."""
        loop = asyncio.get_running_loop()
        told: asyncio.Future[T] = loop.create_future()
        self._waiting.append((stream, told))
        if self._working is None:
            # In no request's context: it serves all of them.
            self._working = loop.create_task(self._work(), context=Context())
        return await told

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
            for _, told in group:
                if not told.done():
                    told.set_exception(error)
        else:
            for stream, told in group:
                if not told.done():
                    told.set_result(states[stream])
