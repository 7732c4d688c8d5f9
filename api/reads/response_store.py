"""Caches of the bytes of frequent answers; expensive ones are made in a few threads of their own.

The cost of a report on a whole match grows with it. Two threads make such answers, so that other requests find theirs free. An
answer is cached by its inputs, within a limit of memory, and never past an erasure of a name.
"""

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from copy import copy
from typing import TypeVar

from cachetools import LRUCache
from msgspec import Struct
from msgspec.structs import replace

from api.runtime.disconnects import while_client_waits
from api.runtime.threads import off_loop
from referee.people import changed_names
from referee.work import Cancellation, current_work, working

T = TypeVar("T")
THREADS = 2
MOST_BYTES = 32_000_000
"""Bytes of all expensive answers that one process caches; the cheap ones have as many."""
OVERHEAD_BYTES = 500
"""Bytes of memory of an answer beside its body."""


class CachedBody(Struct, frozen=True):
    """An answer's body; `next` is the cursor of its next page.

    `names` is the count of changes of names with which it was made; None if one came meanwhile.
    """

    body: bytes
    next: int | None = None
    names: int | None = None


class _CacheEntry(Struct, frozen=True):
    """A cached answer; `nameless` is True if a name was missing in it."""

    answer: CachedBody
    nameless: bool

    def reveal(self) -> CachedBody:
        """Returns the answer, and notes for the request that a name is missing."""
        if self.nameless:
            changed_names.ASKED.set()
        return self.answer


def _size(entry: _CacheEntry) -> int:
    return len(entry.answer.body) + OVERHEAD_BYTES


class _Cache:
    """Answers by their inputs, all with the same count of changes of names."""

    def __init__(self, most_bytes: int) -> None:
        self._names: int | None = None
        self._entries: LRUCache[Hashable, _CacheEntry] = LRUCache(most_bytes, getsizeof=_size)

    def find(self, key: Hashable, names: int) -> _CacheEntry | None:
        """The answer under this key; another count of changes of names clears the cache."""
        if names != self._names:
            self._names = names
            self._entries.clear()
        return self._entries.get(key)

    def keep(self, key: Hashable, new: _CacheEntry, names: int) -> _CacheEntry:
        """Caches an answer, unless names have changed since it began, or it is too large. Returns it."""
        if names != self._names:
            return new
        entry = _CacheEntry(replace(new.answer, names=names), new.nameless)
        if _size(entry) <= self._entries.maxsize:
            self._entries[key] = entry
        return entry


class ResponseStore:
    """Cheap and frequent answers. `names` counts the changes of names; with `here` it may be called in the event
    loop.
    """

    def __init__(self, names: Callable[[], int], most_bytes: int = MOST_BYTES, *, here: bool = True) -> None:
        self._ask_names = names
        self._here = here
        self._cache = _Cache(most_bytes)

    async def of(self, key: Hashable, make: Callable[[], Awaitable[CachedBody]]) -> CachedBody:
        """Returns the cached answer, else that of `make`. The key contains all its dependencies, names of people aside."""
        names = await self._names()
        entry = self._cache.find(key, names)
        if entry is None:
            entry = await self._make(make)
            # It may contain a name that was erased meanwhile.
            if names == await self._names():
                entry = self._cache.keep(key, entry, names)
        return entry.reveal()

    def with_names(self, names: Callable[[], int]) -> "ResponseStore":
        """The same cache with another count of changes of names, which is called in the event loop."""
        twin = copy(self)
        twin._ask_names, twin._here = names, True
        return twin

    async def _make(self, make: Callable[[], Awaitable[CachedBody]]) -> _CacheEntry:
        changed_names.ASKED.begin()
        return _CacheEntry(await make(), bool(changed_names.ASKED.is_set()))

    async def _names(self) -> int:
        return self._ask_names() if self._here else await off_loop(self._ask_names)


class WorkerCache:
    """The expensive answers of one process. `names` counts the changes of names by all processes.

    With `here` it may be called in the event loop.
    """

    def __init__(self, names: Callable[[], int], most_bytes: int = MOST_BYTES, *, here: bool = False) -> None:
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="worker_cache")
        self._answers = ResponseStore(names, most_bytes, here=here)

    async def run(self, make: Callable[[], T]) -> T:
        """Runs `make` in one of these threads, in the context of the request.

        Raises ClientGone, and cancels it, if the client leaves first.
        """
        cancellation = Cancellation()
        with working(replace(current_work(), cancellation=cancellation)):
            work = asyncio.get_running_loop().run_in_executor(self._threads, copy_context().run, make)
        try:
            return await while_client_waits(work)
        finally:
            cancellation.cancel()

    async def of(
        self, key: Hashable, make: Callable[[], CachedBody], charge: Callable[[], None] = lambda: None
    ) -> CachedBody:
        """Returns the cached answer, else that of `make`. The key contains all its dependencies, names of people aside.

        `charge` counts the cost of making it, and may raise a refusal.
        """

        async def make_in_thread() -> CachedBody:
            charge()
            return await self.run(make)

        return await self._answers.of(key, make_in_thread)

    def with_names(self, names: Callable[[], int]) -> "WorkerCache":
        """The same cache and threads with another count of changes of names, which is called in the event loop."""
        twin = copy(self)
        twin._answers = self._answers.with_names(names)
        return twin

    def close(self) -> None:
        """Stops the threads."""
        self._threads.shutdown(cancel_futures=True)
