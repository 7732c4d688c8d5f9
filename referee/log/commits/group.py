"""Group commit. A command runs in steps: it decides, yields the write that it needs, and resumes once that is stored.

Commands that wait at the same moment are stored in one transaction, so that one wait for the disk serves all of them. If the log
refuses the write of one of them, it refuses that one only.
"""

from collections.abc import Callable, Generator, Sequence
from contextvars import Context, copy_context
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar

from referee.errors import Unavailable
from referee.log.log import Log
from referee.log.records import Clash, CommitAttempt, Record, Write
from referee.log.timeouts.budget import WouldBlock, forbid_blocking
from referee.work import STORED

T = TypeVar("T")
CommandSteps = Generator[Write, int, T]
"""Yields a write, and is sent the position at which it is stored. Clash and Unavailable are raised in it."""
MOST_RECORDS = 2_000
"""Most records in one transaction. A larger command is stored alone."""


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


class GroupedCommand(Generic[T]):
    """A command that runs in a group, in the context of its request."""

    def __init__(self, steps: CommandSteps[T], context: Context | None = None) -> None:
        self.write: Write | None = None
        """The write that it waits for; None before its beginning and after its end."""
        self.met_outage = False
        """True if the database did not answer to its last write."""
        self._steps = steps
        self._context = context or copy_context()
        self._answer: tuple[T] | None = None
        self._error: Exception | None = None

    @property
    def is_over(self) -> bool:
        """True once the command has returned or raised."""
        return self._answer is not None or self._error is not None

    @property
    def would_block(self) -> bool:
        """True if it ended because it would have had to block on a server. Nothing of it is stored."""
        return isinstance(self._error, WouldBlock)

    def begin(self) -> None:
        """Runs the command up to its first write."""
        self._step(next, self._steps)

    def nonblocking(self, steps: CommandSteps[T]) -> "GroupedCommand[T]":
        """Returns the same command with these fresh steps, in a context that forbids to block on a server."""
        context = self._context.copy()
        context.run(forbid_blocking)
        return GroupedCommand(steps, context)

    def resume(self, position: int) -> None:
        """Resumes the command after its write was stored."""
        self._context.run(STORED.set)
        self._step(self._steps.send, position)

    def fail(self, error: Exception) -> None:
        """Resumes the command after the log refused its write, or did not answer: raises the error in it."""
        self.met_outage = isinstance(error, Unavailable)
        self._step(self._steps.throw, error)

    def abort(self, error: Exception) -> None:
        """Ends the command where it is, unless it is over: its group failed, and its write may be stored.

        Call it in the thread in which the command began, since the command releases its lock.
        """
        if not self.is_over:
            self._context.run(STORED.set)
            self._context.run(self._steps.close)
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
            self.write = self._context.run(call, *args)
        except StopIteration as end:
            self._answer = (end.value,)
        except Exception as error:
            self._error = error


class CommitBatch(NamedTuple):
    """The next commit of a group: commands to store together, and commands in conflict with them."""

    group: Sequence[GroupedCommand[Any]]
    conflicting: Sequence[GroupedCommand[Any]]

    @property
    def writes(self) -> list[Write]:
        """The writes of the group."""
        return [member.write for member in self.group if member.write is not None]

    @property
    def records(self) -> list[Sequence[Record]]:
        """The records of each write."""
        return [write.records for write in self.writes]

    @property
    def has_rows(self) -> bool:
        """True if a write has rows beside its records."""
        return any(write.rows for write in self.writes)

    def store(self, log: Log, attempt: CommitAttempt | None = None) -> list[int | Exception]:
        """Stores the writes of the group in one transaction; if one of them clashes, stores each in a transaction of its own.

        Returns for each command the position of its write, or the error that refused it. The commands do not resume, so this may
        run in another thread. `attempt` is the one that was made already.
        """
        return _store(log, self.writes, attempt)

    def resume(self, log: Log, outcomes: Sequence[int | Exception]) -> None:
        """Publishes what was stored, and resumes the commands of the group with the outcome of each."""
        streams = set[str]()
        for member, outcome in zip(self.group, outcomes, strict=True):
            if isinstance(outcome, Exception):
                member.fail(outcome)
            else:
                streams |= streams_of(member.write)
                member.resume(outcome)
        if streams:
            log.publish(streams)
        silent = any(member.met_outage for member in self.group)
        for member in self.conflicting:
            if silent:
                # Nothing of these was sent, and each would wait for as long as those before it.
                member.fail(Unavailable(stored="no"))
            elif streams_of(member.write) & streams:
                # It decided on a state that has changed since, and decides again.
                member.fail(Clash())


def run_together(log: Log, members: Sequence[GroupedCommand[Any]]) -> None:
    """Runs commands to their ends with as few transactions as possible. Errors of commands are kept, not raised."""
    for member in members:
        member.begin()
    while batch := next_batch(members):
        batch.resume(log, batch.store(log))


def next_batch(members: Sequence[GroupedCommand[Any]]) -> CommitBatch | None:
    """Returns the next commit for commands that have begun; None once all of them are over."""
    waiting = [member for member in members if member.write is not None]
    return CommitBatch(*_split(waiting)) if waiting else None


def _split(waiting: Sequence[GroupedCommand[Any]]) -> tuple[list[GroupedCommand[Any]], list[GroupedCommand[Any]]]:
    """Splits commands into a group to store next and those in conflict with it. The others wait: too many records."""
    group: list[GroupedCommand[Any]] = []
    conflicting: list[GroupedCommand[Any]] = []
    group_streams: set[str] = set()
    many = 0
    for member in waiting:
        streams, records = streams_of(member.write), len(member.write.records) if member.write else 0
        if streams & group_streams:
            conflicting.append(member)
        elif not group or many + records <= MOST_RECORDS:
            group.append(member)
            group_streams |= streams
            many += records
    return group, conflicting


def streams_of(write: Write | None) -> set[str]:
    """Returns the streams of a write; none without a write."""
    return {str(record.originator_id) for record in write.records} if write else set()


def _store(log: Log, writes: Sequence[Write], attempt: CommitAttempt | None = None) -> list[int | Exception]:
    try:
        return [*(log.append_after(attempt) if attempt else log.append_all(writes))]
    except Exception as error:
        if len(writes) == 1 or isinstance(error, Unavailable):
            return [error] * len(writes)
        return [outcome for write in writes for outcome in _store(log, [write])]
