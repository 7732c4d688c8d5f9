"""Group commit: commands that wait at the same moment are stored together."""

import asyncio
from collections.abc import Callable, Sequence
from contextvars import Context
from functools import partial
from itertools import islice
from time import perf_counter
from typing import Any, TypeVar

from api.runtime.database_calls import DatabaseCalls, database_calls
from api.runtime.writer_thread import WriterThread
from referee.errors import Unavailable
from referee.log.commits.group import Command, CommandSteps, Lock, next_group, resume, run_together
from referee.log.log import Log

T = TypeVar("T")
MOST_MEMBERS = 64
"""The most commands in one group: later ones wait for the next group."""
OnGroup = Callable[[int, float], None]
"""Called with the number of commands of a group, and the seconds that it took."""
LOOK_AROUND = 8
"""After so many lone commands in a row, the next ones do not wait for others, except one in so many."""


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
        self._waiting: dict[Command[Any], asyncio.Future[Any]] = {}
        """The queued commands, first come first, each with the future of its result."""
        self._working: asyncio.Task[None] | None = None
        self._single = 0
        """Commands in a row that came alone."""

    async def run(self, steps: Callable[[], CommandSteps[T]], lock: Lock | None = None) -> T:
        """Carries out the command of these steps. Raises its errors, and Unavailable if the database is silent.

        With a `lock` it decides in the event loop if no other thread has that lock and no server must be asked.
        """
        command = Command(steps, lock)
        if self._is_alone():
            self._single += 1
            await self._carry_out([command])
            return command.result()
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._waiting[command] = future
        if self._working is None:
            # In no request's context: it serves all of them.
            self._working = loop.create_task(self._work(), context=Context())
        try:
            return await self._calls.wait(future)
        except Unavailable:
            if self._waiting.pop(command, None) is None:
                raise
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
                group = {one: self._waiting.pop(one) for one in [*islice(self._waiting, MOST_MEMBERS)]}
                self._single = self._single + 1 if len(group) == 1 else 0
                await self._carry_out([*group])
                for command, future in group.items():
                    _answer(future, command)
                # Lets the answered requests run, and those that came meanwhile.
                await asyncio.sleep(0)
        finally:
            self._working = None

    async def _carry_out(self, group: Sequence[Command[Any]]) -> None:
        """Carries out every command of a group: each has a result or an error at the end."""
        began = perf_counter()
        quick = [one for one in group if one.begin_at_once(may_block=self._calls.reads_in_loop)]
        await self._store(quick)
        # Those that are left are slow, or would have had to wait for a server.
        left = [one for one in group if not one.is_over]
        if left:
            await self._calls.store_in_thread(partial(self._decide_and_store, left))
        self._on_group(len(group), perf_counter() - began)

    async def _store(self, commands: Sequence[Command[Any]]) -> None:
        """Stores commands that decided in the event loop; their steps run here, and calls that may wait run in a thread."""
        try:
            while group := next_group(commands):
                outcomes = await self._calls.store([*group.values()], beside=len(commands) > 1)
                resume(self._log, commands, group, outcomes)
        except Exception as error:
            for command in commands:
                command.abort(error)

    def _decide_and_store(self, commands: Sequence[Command[Any]]) -> None:
        try:
            run_together(self._log, commands)
        except Exception as error:
            for command in commands:
                command.abort(error)


def _answer(future: "asyncio.Future[T]", command: Command[T]) -> None:
    """Sets the future to the result or the error of its command."""
    if future.cancelled():
        return
    try:
        future.set_result(command.result())
    except Exception as error:
        future.set_exception(error)
