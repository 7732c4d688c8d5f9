"""One look of a process for all tasks that wake at the same signal: the result of the first serves the others.

Callers that must not get the result of a look which began before them have `api.reads.coalescing`.
"""

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Any, TypeVar

from cachetools import LRUCache

T = TypeVar("T")
MOST_KEPT = 200
"""Results that are kept for tasks that have not woken yet."""


class Coalescer:
    """The results of the last looks of one process, by their keys (single flight)."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._results: LRUCache[Hashable, asyncio.Future[Any]] = LRUCache(most)

    async def run(self, key: Hashable, look: Callable[[], Awaitable[T]]) -> T:
        """Returns the result of `look`, or the result that it had for another task with this key.

        Raises the error of `look`, in all tasks that waited for it; the next task looks again.
        """
        result: asyncio.Future[T] = self._results.get(key) or asyncio.ensure_future(look())
        self._results[key] = result
        try:
            # Shielded: a task that is cancelled does not cancel the look of the others.
            return result.result() if result.done() else await asyncio.shield(result)
        except BaseException:
            # A failed look is not shared with tasks that come later.
            if self._results.get(key) is result and result.done():
                del self._results[key]
            raise
