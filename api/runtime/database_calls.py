"""Calls of requests to the database: a file is read in the event loop and written by one thread, a server is asked in threads."""

import asyncio
from collections.abc import Callable, Sequence
from typing import ParamSpec, Protocol, TypeVar

from api.runtime.threads import in_time, off_loop, writing_off_loop
from api.runtime.writer_thread import WriterThread
from referee.log.commits.group import CommitCalls, store_together
from referee.log.log import Log
from referee.log.records import Write
from referee.log.timeouts.budget import REQUEST_SECONDS, deadline

P = ParamSpec("P")
T = TypeVar("T")


class DatabaseCalls(CommitCalls, Protocol):
    """The way in which the requests of one process call its database."""

    async def read(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Runs a read. Raises its errors, and Unavailable at the deadline of a request if the database is silent."""

    async def write(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Runs a call that writes, so that reads need not wait. Raises like `read`."""


class LocalCalls:
    """Calls to a file. To read it takes less time than the way to a thread and back, and waits for no writer."""

    reads_in_loop = True

    def __init__(self, log: Log, writer_thread: WriterThread) -> None:
        self._log = log
        self._writer_thread = writer_thread

    @property
    def is_prompt(self) -> bool:
        """True if the writer thread is free."""
        return self._writer_thread.is_free

    async def read(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Runs the read here."""
        return call(*args, **kwargs)

    async def write(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Runs the call in the writer thread."""
        return await self._writer_thread.run(call, *args, **kwargs)

    async def wait(self, future: "asyncio.Future[T]") -> T:
        """Waits without a deadline: SQLite has its own."""
        return await future

    async def store(self, writes: Sequence[Write], *, beside: bool) -> Sequence[int | Exception]:
        """Stores the writes in the writer thread."""
        run = self._writer_thread.run_async if beside else self._writer_thread.run
        return await run(store_together, self._log, writes)

    async def store_in_thread(self, call: Callable[[], T]) -> T:
        """Runs the call in the writer thread."""
        return await self._writer_thread.run(call)


class RemoteCalls:
    """Calls to a server. The event loop never waits for it."""

    reads_in_loop = False
    is_prompt = False

    def __init__(self, log: Log, writer_thread: WriterThread) -> None:
        from referee.log.commits.async_append import AsyncAppend

        self._append = AsyncAppend(log)
        self._writer_thread = writer_thread

    async def read(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Runs the read in a thread."""
        return await off_loop(call, *args, **kwargs)

    async def write(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Runs the call in a thread for writes."""
        return await writing_off_loop(call, *args, **kwargs)

    async def wait(self, future: "asyncio.Future[T]") -> T:
        """Waits until the deadline of the request."""
        return await in_time(future)

    async def store(self, writes: Sequence[Write], *, beside: bool) -> Sequence[int | Exception]:
        """Stores the writes from the event loop; a second try runs in a thread."""
        return await self._append.store(writes, self.store_in_thread)

    async def store_in_thread(self, call: Callable[[], T]) -> T:
        """Runs the call in the writer thread, with the deadline of a request."""
        return await self._writer_thread.run_async(_in_time, call)


def database_calls(log: Log, writer_thread: WriterThread) -> DatabaseCalls:
    """Returns the calls for the database of this log."""
    return (LocalCalls if log.backend.is_local else RemoteCalls)(log, writer_thread)


def _in_time(call: Callable[[], T]) -> T:
    """Runs a call with the deadline of a request, in case the database is silent."""
    with deadline(REQUEST_SECONDS):
        return call()
