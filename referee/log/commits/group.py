"""Group commit. A command runs in steps: it decides, yields the write that it needs, and resumes once that is stored.

Commands that wait at the same moment are stored in one transaction, so that one wait for the disk serves all of them. If the log
refuses the write of one of them, it refuses that one only. `GroupCommit` collects the commands, `next_group` chooses those of the
next transaction, and `store_together` makes it.
"""

import asyncio
from collections.abc import Callable, Generator, Mapping, Sequence
from contextvars import Context, copy_context
from functools import partial
from itertools import islice
from time import perf_counter
from typing import Any, Generic, Protocol, TypeVar

from referee.errors import Unavailable
from referee.log.log import Log
from referee.log.records import Clash, Commit, Write
from referee.log.timeouts.budget import WouldBlock, forbid_blocking
from referee.work import STORED

T = TypeVar("T")
CommandSteps = Generator[Write, int, T]
"""Yields a write, and is sent the position at which it is stored. Clash and Unavailable are raised in it."""
MOST_RECORDS = 2_000
"""Most records in one transaction. A larger command is stored alone."""
MOST_MEMBERS = 64
"""The most commands in one group: later ones wait for the next group."""
LOOK_AROUND = 8
"""After so many commands in a row that came alone, a command is stored without waiting for others. One in so many waits
all the same, to see if others come again."""


class Lock(Protocol):
    """The lock of a command while it decides and is stored: an `RLock`, which a thread may acquire more than once."""

    def acquire(self, blocking: bool = True) -> bool: ...
    def release(self) -> None: ...


class Command(Generic[T]):
    """A command that runs in a group, in the context of its request.

    `steps` returns its steps: once more if it has to begin again. One with a `lock` decides quickly and in memory, while it holds
    that lock.
    """

    def __init__(self, steps: Callable[[], CommandSteps[T]], lock: Lock | None = None) -> None:
        self.write: Write | None = None
        """The write that it waits for; None before its beginning and after its end."""
        self._make_steps = steps
        self._lock = lock
        self._context = self._running = copy_context()
        self._steps: CommandSteps[T] | None = None
        self._answer: tuple[T] | None = None
        self._error: Exception | None = None

    @property
    def is_over(self) -> bool:
        """True once the command has returned or raised."""
        return self._answer is not None or self._error is not None

    def begin(self, *, may_block: bool = True) -> None:
        """Runs the command up to its first write.

        Where it may not block, and would have to wait for a server, it stops, and may be begun once more.
        """
        self._steps, self._running = self._make_steps(), self._context
        if not may_block:
            self._running = self._context.copy()
            self._running.run(forbid_blocking)
        self._step(next, self._steps)

    def begin_at_once(self, *, may_block: bool) -> bool:
        """Begins a quick command if no other thread has its lock. True if it has decided, and waits for its write."""
        if self._lock is None or not self._lock.acquire(blocking=False):
            return False
        try:
            self.begin(may_block=may_block)
        finally:
            # The steps themselves hold the lock until their write is stored.
            self._lock.release()
        return self.write is not None

    def resume(self, position: int) -> None:
        """Resumes the command after its write was stored."""
        assert self._steps is not None
        self._running.run(STORED.set)
        self._step(self._steps.send, position)

    def fail(self, error: Exception) -> None:
        """Resumes the command after the log refused its write, or did not answer: raises the error in it."""
        assert self._steps is not None
        self._step(self._steps.throw, error)

    def abort(self, error: Exception) -> None:
        """Ends the command where it is, unless it is over: its group failed, and its write may be stored.

        Call it in the thread in which the command began, since the command releases its lock.
        """
        if not self.is_over:
            self._running.run(STORED.set)
            if self._steps is not None:
                self._running.run(self._steps.close)
            self.write, self._error = None, error

    def result(self) -> T:
        """Returns the result of the command. Raises what the command raised."""
        if self._error is not None:
            raise self._error
        assert self._answer is not None
        return self._answer[0]

    def _step(self, call: Callable[..., Write], *args: Any) -> None:
        self.write = None
        try:
            self.write = self._running.run(call, *args)
        except StopIteration as end:
            self._answer = (end.value,)
        except WouldBlock:
            # Nothing of it is stored: it begins again where it may block.
            return
        except Exception as error:
            self._error = error


def run_alone(log: Log, steps: CommandSteps[T]) -> T:
    """Runs a command by itself, and returns its result. Raises what the command raises."""
    step = partial(next, steps)
    while True:
        try:
            write = step()
        except StopIteration as end:
            answer: T = end.value
            return answer
        try:
            [position] = log.append_all([write])
        except Exception as error:
            step = partial(steps.throw, error)
        else:
            log.publish(streams_of(write))
            step = partial(steps.send, position)


def run_together(log: Log, commands: Sequence[Command[Any]]) -> None:
    """Runs commands to their ends with as few transactions as possible. Errors of commands are kept, not raised."""
    for command in commands:
        command.begin()
    while group := next_group(commands):
        resume(log, commands, group, store_together(log, [*group.values()]))


def next_group(commands: Sequence[Command[Any]]) -> dict[Command[Any], Write]:
    """Returns the commands to store in the next transaction, each with its write; none once all commands are over.

    No two of them write to one stream, and together they have no more than `MOST_RECORDS` records. The others wait.
    """
    group: dict[Command[Any], Write] = {}
    group_streams: set[str] = set()
    many = 0
    for command in commands:
        write = command.write
        if write is None or (group and many + len(write.records) > MOST_RECORDS):
            continue
        streams = streams_of(write)
        if not streams & group_streams:
            group[command] = write
            group_streams |= streams
            many += len(write.records)
    return group


def store_together(log: Log, writes: Sequence[Write], commit: Commit | None = None) -> list[int | Exception]:
    """Stores writes in one transaction; if one of them clashes, stores each in a transaction of its own.

    Returns for each the position of its last record, or the error that refused it. The commands do not resume, so this may run
    in another thread. `commit`: the commit of these writes that was tried before and whose outcome is unknown, if there is one.
    """
    try:
        return [*(log.store(commit) if commit else log.append_all(writes))]
    except Exception as error:
        if len(writes) == 1 or isinstance(error, Unavailable):
            return [error] * len(writes)
        return [outcome for write in writes for outcome in store_together(log, [write])]


def resume(
    log: Log,
    commands: Sequence[Command[Any]],
    group: Mapping[Command[Any], Write],
    outcomes: Sequence[int | Exception],
) -> None:
    """Publishes what was stored of a group, and resumes its commands with the outcome of each.

    Of all `commands`, those that wait with a write to a stream of the group resume too: they have to decide again.
    """
    others = [(command, command.write) for command in commands if command.write is not None and command not in group]
    stored_streams = set[str]()
    for (command, write), outcome in zip(group.items(), outcomes, strict=True):
        if isinstance(outcome, Exception):
            command.fail(outcome)
        else:
            stored_streams |= streams_of(write)
            command.resume(outcome)
    if stored_streams:
        log.publish(stored_streams)
    if not others:
        return
    silent = any(isinstance(outcome, Unavailable) for outcome in outcomes)
    group_streams = set[str]().union(*map(streams_of, group.values())) if silent else stored_streams
    for command, write in others:
        if streams_of(write) & group_streams:
            # While the database is silent nothing of it was sent, and each would wait for as long as those before it.
            command.fail(Unavailable(stored="no") if silent else Clash())


def streams_of(write: Write) -> set[str]:
    """Returns the streams of a write."""
    return {str(record.originator_id) for record in write.records}


class CommitCalls(Protocol):
    """The way in which a group calls its database: from the event loop, or in a thread."""

    reads_in_loop: bool
    """True if the event loop itself reads the database."""

    @property
    def is_prompt(self) -> bool:
        """True if a commit would start at once, and the event loop would wait for it."""

    async def wait(self, future: "asyncio.Future[T]") -> T:
        """Waits for the result of a queued command. Raises its errors, and Unavailable at the deadline of a request."""

    async def store(self, writes: Sequence[Write], *, beside: bool) -> Sequence[int | Exception]:
        """Stores writes, and returns the outcome of each; with `beside` the event loop goes on at once."""

    async def store_in_thread(self, call: Callable[[], T]) -> T:
        """Runs the commands of a group in the thread that may wait for the database."""


class GroupCommit:
    """Carries out the commands of one process; those that come during a commit share the next transaction.

    Groups are stored one at a time, and the event loop goes on while the disk or the server works. A file is written in the
    writer thread, like by all other writers; a server is first asked without a thread. A command that decides quickly and in
    memory does so in the event loop: two computing threads only take the interpreter from each other.
    """

    def __init__(
        self, log: Log, calls: CommitCalls, on_group: Callable[[int, float], None] = lambda _members, _seconds: None
    ) -> None:
        self._log = log
        self._calls = calls
        self._on_group = on_group
        """Called with the number of commands of a group, and the seconds that it took."""
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
