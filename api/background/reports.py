"""Answers that are asked again, kept as bytes while nothing changes; those that cost much are made in a few threads of their own.

What is made of a whole match grows with it. Two threads make such answers, so that other requests find theirs free; what was
made is kept by what it was made from, within a bound of memory, and nothing is kept past an erasure.
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

from api.disconnects import while_client_waits
from api.threads import off_loop
from referee.cancellation import Cancellation
from referee.people import changed_names

T = TypeVar("T")
THREADS = 2
MOST_BYTES = 32_000_000
"""Of all that is kept in one process: of what costs much, and as many of the rest."""
OVERHEAD_BYTES = 500
"""What an answer takes in memory beside its body."""


class Report(Struct, frozen=True):
    """An answer's body; `next` is what its next page is asked for with.

    `names` counts the changes of names with which it was made; None where one came meanwhile.
    """

    body: bytes
    next: int | None = None
    names: int | None = None


class _Kept(Struct, frozen=True):
    """A report, and whether a name was missing as it was made."""

    report: Report
    nameless: bool

    def told(self) -> Report:
        """The report, for a request that hears whether a name is missing."""
        if self.nameless:
            changed_names.ASKED.set()
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

    def keep(self, key: Hashable, made: _Kept, names: int) -> _Kept:
        """Keeps an answer, unless names have changed since it was begun, or it is too large. Returns it."""
        if names != self._names:
            return made
        kept = _Kept(replace(made.report, names=names), made.nameless)
        if _size(kept) <= self._kept.maxsize:
            self._kept[key] = kept
        return kept


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
            kept = await self._made(make)
            # Where somebody was erased meanwhile, it may name them.
            if names == await self._names():
                kept = self._shelf.keep(key, kept, names)
        return kept.told()

    def with_names(self, names: Callable[[], int]) -> "QuickAnswers":
        """The same answers, for who counts the changes of names so, in the event loop."""
        twin = copy(self)
        twin._ask_names, twin._here = names, True
        return twin

    async def _made(self, make: Callable[[], Awaitable[Report]]) -> _Kept:
        changed_names.ASKED.begin()
        return _Kept(await make(), bool(changed_names.ASKED.is_set()))

    async def _names(self) -> int:
        return self._ask_names() if self._here else await off_loop(self._ask_names)


class Reports:
    """The costly answers of one process. `names` counts the changes of names, by whichever process.

    `here`: it may be asked in the event loop.
    """

    def __init__(self, names: Callable[[], int], most_bytes: int = MOST_BYTES, *, here: bool = False) -> None:
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="reports")
        self._answers = QuickAnswers(names, most_bytes, here=here)

    async def run(self, make: Callable[[], T]) -> T:
        """What `make` gives, made in one of these threads, in the context of who asks.

        Raises ClientGone where the client goes before; it is cancelled then.
        """
        cancellation = Cancellation()
        with cancellation.of_work():
            work = asyncio.get_running_loop().run_in_executor(self._threads, copy_context().run, make)
        try:
            return await while_client_waits(work)
        finally:
            cancellation.cancel()

    async def of(self, key: Hashable, make: Callable[[], Report], charge: Callable[[], None] = lambda: None) -> Report:
        """What `make` gives, made where it is not kept under this key. The key names all that it depends on, people aside.

        `charge` counts that it has to be made, and raises what keeps a reader from that.
        """

        async def made() -> Report:
            charge()
            return await self.run(make)

        return await self._answers.of(key, made)

    def with_names(self, names: Callable[[], int]) -> "Reports":
        """The same answers and threads, for who counts the changes of names so, in the event loop."""
        twin = copy(self)
        twin._answers = self._answers.with_names(names)
        return twin

    def close(self) -> None:
        """Lets go of the threads."""
        self._threads.shutdown(cancel_futures=True)
