"""One look of a process for all who wake at the same signal: what the first of them finds serves the others."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Any, TypeVar

from cachetools import LRUCache

T = TypeVar("T")
MOST_KEPT = 200
"""Looks whose findings are kept for those who have not woken yet."""


class Coalescer:
    """What was found by the last looks of one process."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._found: LRUCache[Hashable, asyncio.Future[Any]] = LRUCache(most)

    async def shared(self, key: Hashable, look: Callable[[], Awaitable[T]]) -> T:
        """What `look` finds, or found for another one with this key. Raises what it raised, to those who waited for it."""
        found: asyncio.Future[T] = self._found.get(key) or asyncio.ensure_future(look())
        self._found[key] = found
        try:
            # Who goes away does not take it from the others.
            return found.result() if found.done() else await asyncio.shield(found)
        except BaseException:
            if self._found.get(key) is found and found.done():
                del self._found[key]
            raise
