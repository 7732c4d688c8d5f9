"""Group commit: commands that wait at the same moment are stored together."""

import asyncio
from collections.abc import Callable, Sequence
from contextvars import Context
from functools import partial
from time import perf_counter
from typing import Any, NamedTuple, Protocol, TypeVar

from api.runtime.database_calls import DatabaseCalls, database_calls
from api.runtime.writer_thread import WriterThread
from referee.errors import Unavailable
from referee.log.commits.group import CommandSteps, GroupedCommand, next_batch, run_together
from referee.log.log import Log

T = TypeVar("T")
MOST_MEMBERS = 64
"""The most commands in one group: later ones wait for the next group."""
OnGroup = Callable[[int, float], None]
"""Called with the number of commands of a group, and the seconds that it took."""
LOOK_AROUND = 8
"""After so many lone commands in a row, the next ones do not wait for others, except one in so many."""


class Lock(Protocol):
    """The lock of a command while it decides and is stored: an `RLock`, which a thread may acquire more than once."""

    def acquire(self, blocking: bool = True) -> bool: ...
    def release(self) -> None: ...


class Quick(NamedTuple):
    """A command that decides quickly: its lock, and `again`, which returns its steps once more."""

    lock: Lock
    again: Callable[[], CommandSteps[Any]]


class _Waiting:
    """A queued command: the future of its result, and its steps if it may decide in the event loop."""

    def __init__(
        self, writing: CommandSteps[Any], quick: Quick | None = None, future: "asyncio.Future[Any] | None" = None
    ):
        self.member = self._in_thread = GroupedCommand(writing)
        self.future = future
        self._quick = quick

    def begins_here(self, calls: DatabaseCalls) -> bool:
        """Lets the command decide here if no other thread has its lock. True if it has decided, without a server."""
        quick = self._quick
        if quick is None or not quick.lock.acquire(blocking=False):
            return False
        try:
            self.member = calls.in_loop(self._in_thread, quick.again)
            self.member.begin()
        finally:
            # The command itself holds the lock until it is stored.
            quick.lock.release()
        return self.member.write is not None

    def is_left(self) -> bool:
        """True if a thread must carry it out. A command that would wait for a server starts again there."""
        if self.member.would_block:
            self.member = self._in_thread
        return not self.member.is_over

    def answer(self) -> None:
        """Sets the result or the error of its future."""
        if self.future is None or self.future.cancelled():
            return
        try:
            self.future.set_result(self.member.result())
        except Exception as error:
            self.future.set_exception(error)


class GroupCommit:
    """Carries out the commands of one process; those that come during a commit share the next transaction.

    Groups are stored one at a time, and the event loop goes on while the disk or the server works. A file is written in the
    writer thread, like by all other writers; a server is first asked without a thread. A command that decides quickly and in
    memory does so in the event loop: two computing threads only take the interpreter from each other.
    """

    def __init__(
        self, log: Log, on_group: OnGroup = lambda _members, _seconds: None, calls: DatabaseCalls | None = None
    ) -> None:
        self._log = log
        self._on_group = on_group
        self._calls = calls or database_calls(log, WriterThread())
        self._waiting: list[_Waiting] = []
        self._working: asyncio.Task[None] | None = None
        self._single = 0
        """Commands in a row that came alone."""

    async def run(self, writing: CommandSteps[T], quick: Quick | None = None) -> T:
        """Carries a command out. Raises its errors, and Unavailable if the database is silent.

        With `quick` it decides in the event loop if no other thread has its lock and no server must be asked.
        """
        if self._is_alone():
            self._single += 1
            alone = _Waiting(writing, quick)
            await self._carry_out([alone])
            result: T = alone.member.result()
            return result
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        waiting = _Waiting(writing, quick, future)
        self._waiting.append(waiting)
        if self._working is None:
            # In no request's context: it serves all of them.
            self._working = loop.create_task(self._work(), context=Context())
        try:
            return await self._calls.wait(future)
        except Unavailable:
            if waiting not in self._waiting:
                raise
            self._waiting.remove(waiting)
            raise Unavailable(stored="no") from None

    def _is_alone(self) -> bool:
        """True if this command need not wait for others, since the ones before it came alone.

        One in `LOOK_AROUND` waits all the same, so that the group notices when there are others again.
        """
        return (
            self._working is None
            and self._single > LOOK_AROUND
            and self._single % LOOK_AROUND > 0
            and self._calls.is_prompt
        )

    async def _work(self) -> None:
        try:
            while self._waiting:
                group = self._next()
                await self._carry_out(group)
                for one in group:
                    one.answer()
                # Lets the answered requests run, and those that came meanwhile.
                await asyncio.sleep(0)
        finally:
            self._working = None

    def _next(self) -> list[_Waiting]:
        group, self._waiting = self._waiting[:MOST_MEMBERS], self._waiting[MOST_MEMBERS:]
        self._single = self._single + 1 if len(group) == 1 else 0
        return group

    async def _carry_out(self, group: Sequence[_Waiting]) -> None:
        """Carries out every command of a group: each has a result or an error at the end."""
        began = perf_counter()
        here = [one for one in group if one.begins_here(self._calls)]
        await self._store([one.member for one in here])
        there = [one.member for one in group if one.is_left()]
        if there:
            await self._calls.store_in_thread(partial(self._decide_and_store, there))
        self._on_group(len(group), perf_counter() - began)

    async def _store(self, members: Sequence[GroupedCommand[Any]]) -> None:
        """Stores commands that decided in the event loop; their steps run here, and calls that may wait run in a thread."""
        try:
            while waiting := next_batch(members):
                outcomes = await self._calls.store(waiting, beside=len(members) > 1)
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
