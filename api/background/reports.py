"""Answers that cost much and are asked again: made in a few threads of their own, and kept as bytes while nothing changes.

What is made of a whole match grows with it. Two threads make such answers, so that other requests find theirs free; what was
made is kept by what it was made from, within a bound of memory, and nothing is kept past an erasure.
"""

import asyncio
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from cachetools import LRUCache
from msgspec import Struct

from referee.people import changed_names

T = TypeVar("T")
THREADS = 2
MOST_BYTES = 32_000_000
"""Of all that is kept in one process."""


class Report(Struct, frozen=True):
    """An answer's body; `next` is what its next page is asked for with."""

    body: bytes
    next: int | None = None


class _Kept(Struct, frozen=True):
    """A report, and whether a name was missing as it was made."""

    report: Report
    nameless: bool


def _size(kept: _Kept) -> int:
    return len(kept.report.body)


class Reports:
    """The costly answers of one process. `erasures` counts the names that were erased, by whichever process."""

    def __init__(self, erasures: Callable[[], int], most_bytes: int = MOST_BYTES) -> None:
        self._erasures = erasures
        self._erased = 0
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="reports")
        self._reports: LRUCache[Hashable, _Kept] = LRUCache(most_bytes, getsizeof=_size)

    async def run(self, make: Callable[[], T]) -> T:
        """What `make` gives, made in one of these threads."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, make)

    async def of(self, key: Hashable, make: Callable[[], Report]) -> Report:
        """What `make` gives, made where it is not kept under this key. The key names all that it depends on, people aside."""

        def made() -> _Kept:
            changed_names.begin()
            return _Kept(make(), changed_names.met())

        erased = await self.run(self._erasures)
        if erased != self._erased:
            self._erased = erased
            self._reports.clear()
        kept = self._reports.get(key)
        if kept is None:
            kept = await self.run(made)
            # Where somebody was erased meanwhile, it may name them.
            if _size(kept) <= self._reports.maxsize and self._erased == await self.run(self._erasures):
                self._reports[key] = kept
        if kept.nameless:
            changed_names.note()
        return kept.report

    def close(self) -> None:
        """Lets go of the threads."""
        self._threads.shutdown(cancel_futures=True)
