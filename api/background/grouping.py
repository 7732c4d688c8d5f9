"""Commands that wait at the same moment go to the log together."""

import asyncio
from collections.abc import Callable, Sequence
from contextvars import Context
from functools import partial
from time import perf_counter
from typing import Any, NamedTuple, Protocol, TypeVar

from api.background.scribe import Scribe
from api.threads import in_time
from referee.errors import Unavailable
from referee.store.commits.async_append import async_append
from referee.store.commits.group import CommandSteps, GroupedCommand, next_batch, run_together
from referee.store.log import Log
from referee.store.timeouts.budget import REQUEST_SECONDS, deadline

T = TypeVar("T")
MOST_MEMBERS = 64
"""Commands in one group: those that come after them wait for the next."""
OnGroup = Callable[[int, float], None]
"""Told how many commands a group had, and the seconds that it took."""
LOOK_AROUND = 8
"""After so many commands that came alone the next do not wait for others, but for one in so many."""


class Lock(Protocol):
    """What one command at a time has while it decides and is stored: an `RLock`, which a thread may have more than once."""

    def acquire(self, blocking: bool = True) -> bool: ...
    def release(self) -> None: ...


class Quick(NamedTuple):
    """How a command decides that takes little time: under this lock; `again` gives its steps once more."""

    lock: Lock
    again: Callable[[], CommandSteps[Any]]


class _Waiting:
    """A command that waits for its turn: for whom, and its steps where it may decide in the event loop."""

    def __init__(
        self, writing: CommandSteps[Any], quick: Quick | None = None, done: "asyncio.Future[Any] | None" = None
    ):
        self.member = self._in_thread = GroupedCommand(writing)
        self.done = done
        self._quick = quick

    def begins_here(self, *, at_server: bool) -> bool:
        """Whether it has decided here: where another thread has its lock, or a server is to be asked, all would wait for it."""
        quick = self._quick
        if quick is None or not quick.lock.acquire(blocking=False):
            return False
        try:
            if at_server:
                self.member = self._in_thread.nonblocking(quick.again())
            self.member.begin()
        finally:
            # While it waits to be stored it has the lock itself.
            quick.lock.release()
        return self.member.write is not None

    def is_left(self) -> bool:
        """Whether it is left to a thread. One that found here that it has to wait for a server begins again there."""
        if self.member.would_block:
            self.member = self._in_thread
        return not self.member.is_over

    def answer(self) -> None:
        """Tells who waits for it what it came to."""
        if self.done is None or self.done.cancelled():
            return
        try:
            self.done.set_result(self.member.result())
        except Exception as error:
            self.done.set_exception(error)


class Grouping:
    """Carries out the commands of one process, those that came while others were being stored in one transaction.

    They are stored one group at a time, and the event loop goes on while the disk or the server is waited for: in a thread, the
    scribe's, in which all others write to a file, too; to a server at first without one. What decides quickly and in memory does
    so in the event loop: two threads that compute only take the interpreter from each other.
    """

    def __init__(
        self, log: Log, on_group: OnGroup = lambda _members, _seconds: None, scribe: Scribe | None = None
    ) -> None:
        self._log = log
        self._on_group = on_group
        self._scribe = scribe or Scribe()
        self._from_loop = async_append(log)
        self._waiting: list[_Waiting] = []
        self._working: asyncio.Task[None] | None = None
        self._single = 0
        """Commands in a row that nobody came together with."""

    async def run(self, writing: CommandSteps[T], quick: Quick | None = None) -> T:
        """Carries a command out. Raises what it raises, and Unavailable where the database is silent.

        With `quick` it decides in the event loop, where no other thread has its lock and no server has to be asked.
        """
        if self._is_alone():
            self._single += 1
            alone = _Waiting(writing, quick)
            await self._carry_out([alone])
            result: T = alone.member.result()
            return result
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        waiting = _Waiting(writing, quick, done)
        self._waiting.append(waiting)
        if self._working is None:
            # In no request's context: it serves all of them.
            self._working = loop.create_task(self._work(), context=Context())
        if self._log.is_file:
            return await done
        try:
            return await in_time(done)
        except Unavailable:
            if waiting not in self._waiting:
                raise
            self._waiting.remove(waiting)
            raise Unavailable(stored="no") from None

    def _is_alone(self) -> bool:
        """Whether this command need not wait for others: nobody came with those before it.

        Now and then it waits all the same, and so it is noticed when there are others again.
        """
        return (
            self._log.is_file
            and self._working is None
            and self._scribe.is_free
            and self._single % LOOK_AROUND > 0
            and self._single > LOOK_AROUND
        )

    async def _work(self) -> None:
        try:
            while self._waiting:
                group = self._next()
                await self._carry_out(group)
                for one in group:
                    one.answer()
                # Those who were answered, and others that came meanwhile, have their turn.
                await asyncio.sleep(0)
        finally:
            self._working = None

    def _next(self) -> list[_Waiting]:
        group, self._waiting = self._waiting[:MOST_MEMBERS], self._waiting[MOST_MEMBERS:]
        self._single = self._single + 1 if len(group) == 1 else 0
        return group

    async def _carry_out(self, group: Sequence[_Waiting]) -> None:
        """Brings every command of a group to its end: those who wait for it are answered in any case."""
        began = perf_counter()
        here = [one for one in group if one.begins_here(at_server=not self._log.is_file)]
        await self._store([one.member for one in here])
        there = [one.member for one in group if one.is_left()]
        if there:
            await self._in_thread(partial(self._decide_and_store, there), beside=False)
        self._on_group(len(group), perf_counter() - began)

    async def _store(self, members: Sequence[GroupedCommand[Any]]) -> None:
        """Brings commands that have decided here to their ends: each goes on here, and what may wait is done in a thread."""
        in_thread = partial(self._in_thread, beside=len(members) > 1)
        try:
            while waiting := next_batch(members):
                if self._from_loop:
                    outcomes = await self._from_loop.store(waiting, in_thread)
                else:
                    outcomes = await in_thread(partial(waiting.store, self._log))
                waiting.resume(self._log, outcomes)
        except Exception as error:
            for member in members:
                member.abort(error)

    def _decide_and_store(self, members: Sequence[GroupedCommand[Any]]) -> None:
        try:
            run_together(self._log, members)
        except Exception as error:
            for member in members:
                member.abort(error)

    async def _in_thread(self, call: Callable[[], T], *, beside: bool) -> T:
        """Waits for a call in the thread that may wait for the database; with `beside` there are others to see to meanwhile."""
        if not self._log.is_file:
            return await self._scribe.run_beside(_in_time, call)
        return await (self._scribe.run_beside if beside else self._scribe.run)(call)


def _in_time(call: Callable[[], T]) -> T:
    """What is asked of a silent database has the time of a request too."""
    with deadline(REQUEST_SECONDS):
        return call()
