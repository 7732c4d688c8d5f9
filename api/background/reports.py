"""Answers that are asked again, kept as bytes while nothing changes; those that cost much are made in a few threads of their own.

What is made of a whole match grows with it. Two threads make such answers, so that other requests find theirs free; what was
made is kept by what it was made from, within a bound of memory, and nothing is kept past an erasure.
"""

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from cachetools import LRUCache
from msgspec import Struct

from api.threads import off_loop
from referee.people import changed_names
from referee.store.heads import WhileUnchanged

T = TypeVar("T")
THREADS = 2
MOST_BYTES = 32_000_000
"""Of all that is kept in one process: of what costs much, and as many of the rest."""
OVERHEAD_BYTES = 500
"""What an answer takes in memory beside its body."""


class Report(Struct, frozen=True):
    """An answer's body; `next` is what its next page is asked for with."""

    body: bytes
    next: int | None = None


class _Kept(Struct, frozen=True):
    """A report, and whether a name was missing as it was made."""

    report: Report
    nameless: bool

    def told(self) -> Report:
        """The report, for a request that hears whether a name is missing."""
        if self.nameless:
            changed_names.note()
        return self.report


def _size(kept: _Kept) -> int:
    return len(kept.report.body) + OVERHEAD_BYTES


class _Shelf:
    """Answers by what they were made from, all of them with the names of one time."""

    def __init__(self, most_bytes: int) -> None:
        self._names: int | None = None
        self._kept: LRUCache[Hashable, _Kept] = LRUCache(most_bytes, getsizeof=_size)

    def find(self, key: Hashable, names: int) -> _Kept | None:
        """What is kept under this key; with names from another time, nothing is kept any more."""
        if names != self._names:
            self._names = names
            self._kept.clear()
        return self._kept.get(key)

    def keep(self, key: Hashable, kept: _Kept, names: int) -> None:
        """Keeps an answer, unless names have changed since it was begun, or it is too large."""
        if names == self._names and _size(kept) <= self._kept.maxsize:
            self._kept[key] = kept


class QuickAnswers:
    """Answers that cost little, and are asked often. `names` counts the changes of the names with which they are made; `here`:
    it may be asked in the event loop.
    """

    def __init__(self, names: Callable[[], int], most_bytes: int = MOST_BYTES, *, here: bool = True) -> None:
        self._ask_names = names
        self._here = here
        self._shelf = _Shelf(most_bytes)

    async def of(self, key: Hashable, make: Callable[[], Awaitable[Report]]) -> Report:
        """What `make` gives, made where it is not kept under this key. The key names all that it depends on, people aside."""
        names = await self._names()
        kept = self._shelf.find(key, names)
        if kept is None:
            changed_names.begin()
            kept = _Kept(await make(), changed_names.met())
            # Where somebody was erased meanwhile, it may name them.
            if names == await self._names():
                self._shelf.keep(key, kept, names)
        return kept.told()

    async def _names(self) -> int:
        return self._ask_names() if self._here else await off_loop(self._ask_names)


class Reports:
    """The costly answers of one process. `names` counts the changes of names, by whichever process.

    Where the database is a file, it is asked in the event loop: mostly nothing has changed.
    """

    def __init__(self, names: Callable[[], int] | WhileUnchanged[int], most_bytes: int = MOST_BYTES) -> None:
        self._ask_names = names
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="reports")
        self._shelf = _Shelf(most_bytes)

    async def run(self, make: Callable[[], T]) -> T:
        """What `make` gives, made in one of these threads."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, make)

    async def of(self, key: Hashable, make: Callable[[], Report]) -> Report:
        """What `make` gives, made where it is not kept under this key. The key names all that it depends on, people aside."""

        def made() -> _Kept:
            changed_names.begin()
            return _Kept(make(), changed_names.met())

        names = await self._names()
        kept = self._shelf.find(key, names)
        if kept is None:
            kept = await self.run(made)
            # Where somebody was erased meanwhile, it may name them.
            if names == await self._names():
                self._shelf.keep(key, kept, names)
        return kept.told()

    async def _names(self) -> int:
        here = isinstance(self._ask_names, WhileUnchanged)
        return self._ask_names() if here else await self.run(self._ask_names)

    def close(self) -> None:
        """Lets go of the threads, and of the file."""
        if isinstance(self._ask_names, WhileUnchanged):
            self._ask_names.close()
        self._threads.shutdown(cancel_futures=True)
