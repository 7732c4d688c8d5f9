"""Commands in steps: a command decides, says what it wants stored, and goes on when that is stored, alone or with others.

Commands that wait at the same moment are stored in one transaction, so that one wait for the disk serves all of them. Each keeps
its own verdict: what the log refuses to one of them, it refuses to that one only.
"""

from collections.abc import Callable, Generator, Sequence
from contextvars import Context, copy_context
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar

from referee.errors import Unavailable
from referee.store import request_flags
from referee.store.attempt import CommitAttempt
from referee.store.log import Clash, Log, Record, Write
from referee.store.timeouts.nonblocking import WouldBlock, forbid_blocking

T = TypeVar("T")
CommandSteps = Generator[Write, int, T]
"""Gives what it wants stored, and is sent the position at which it is. Clash and Unavailable are raised in it."""
MOST_RECORDS = 2_000
"""Records in one transaction: a larger command is stored alone."""


def run_alone(log: Log, writing: CommandSteps[T]) -> T:
    """Carries a command out by itself. Raises what it raises."""
    step = partial(next, writing)
    while True:
        try:
            write = step()
        except StopIteration as done:
            answer: T = done.value
            return answer
        try:
            [position] = log.append_all([write])
        except Exception as error:
            step = partial(writing.throw, error)
        else:
            log.publish(streams_of(write))
            step = partial(writing.send, position)


class GroupedCommand(Generic[T]):
    """A command that is carried out with others, in the context of the request that asked for it."""

    def __init__(self, writing: CommandSteps[T], context: Context | None = None) -> None:
        self.write: Write | None = None
        """What it waits to have stored; None before it has begun, and at its end."""
        self.met_outage = False
        """Whether the database did not answer when it was last to be stored."""
        self._writing = writing
        self._context = context or copy_context()
        self._answer: tuple[T] | None = None
        self._error: Exception | None = None

    @property
    def is_over(self) -> bool:
        """Whether it has come to its end."""
        return self._answer is not None or self._error is not None

    @property
    def would_block(self) -> bool:
        """Whether it ended where it would have had to wait for a server, at once. Nothing of it is stored."""
        return isinstance(self._error, WouldBlock)

    def begin(self) -> None:
        """Decides."""
        self._step(next, self._writing)

    def nonblocking(self, writing: CommandSteps[T]) -> "GroupedCommand[T]":
        """The same command, with these steps, which does not wait for a server."""
        context = self._context.copy()
        context.run(forbid_blocking)
        return GroupedCommand(writing, context)

    def resume(self, position: int) -> None:
        """Goes on after what it wanted was stored."""
        self._context.run(request_flags.STORED.set)
        self._step(self._writing.send, position)

    def fail(self, error: Exception) -> None:
        """Goes on after the log refused what it wanted, or did not answer."""
        self.met_outage = isinstance(error, Unavailable)
        self._step(self._writing.throw, error)

    def abort(self, error: Exception) -> None:
        """Ends where it is, unless it has come to its end: whoever carried it out failed, and what it wanted may be stored.

        In the thread in which it decided: it lets go of its lock.
        """
        if not self.is_over:
            self._context.run(request_flags.STORED.set)
            self._context.run(self._writing.close)
            self.write, self._error = None, error

    def result(self) -> T:
        """What it came to. Raises what it raised."""
        if self._error is not None:
            raise self._error
        assert self._answer is not None
        return self._answer[0]

    def _step(self, call: Callable[..., Write], *args: Any) -> None:
        self.write = None
        try:
            self.write = self._context.run(call, *args)
        except StopIteration as done:
            self._answer = (done.value,)
        except Exception as error:
            self._error = error


class CommitBatch(NamedTuple):
    """Those of a group that are stored together next, and those that touch a stream of theirs."""

    group: Sequence[GroupedCommand[Any]]
    conflicting: Sequence[GroupedCommand[Any]]

    @property
    def writes(self) -> list[Write]:
        """What the group waits for."""
        return [member.write for member in self.group if member.write is not None]

    @property
    def records(self) -> list[Sequence[Record]]:
        """The records of each."""
        return [write.records for write in self.writes]

    @property
    def has_rows(self) -> bool:
        """Whether rows are to be stored beside the records."""
        return any(write.rows for write in self.writes)

    def store(self, log: Log, attempt: CommitAttempt | None = None) -> list[int | Exception]:
        """Stores what the group waits for, or where others were first with something of it, what each waits for by itself.

        Returns for each of them the position at which it is, or why it is not stored. The members themselves stay where they are:
        this may be done in another thread. `attempt`: the one that was made already.
        """
        return _store(log, self.writes, attempt)

    def resume(self, log: Log, outcomes: Sequence[int | Exception]) -> None:
        """Tells of what was stored, and has the members go on, each after what came of what it waited for."""
        changed = set[str]()
        for member, came_of_it in zip(self.group, outcomes, strict=True):
            if isinstance(came_of_it, Exception):
                member.fail(came_of_it)
            else:
                changed |= streams_of(member.write)
                member.resume(came_of_it)
        if changed:
            log.publish(changed)
        silent = any(member.met_outage for member in self.group)
        for member in self.conflicting:
            if silent:
                # Nothing of theirs was sent, and each would wait for as long as those before it.
                member.fail(Unavailable(stored="no"))
            elif streams_of(member.write) & changed:
                # It decided on what is not so any more, and decides again.
                member.fail(Clash())


def run_together(log: Log, members: Sequence[GroupedCommand[Any]]) -> None:
    """Carries commands out, all to their ends, with as few transactions as there can be. Raises nothing that is theirs."""
    for member in members:
        member.begin()
    while waiting := next_batch(members):
        waiting.resume(log, waiting.store(log))


def next_batch(members: Sequence[GroupedCommand[Any]]) -> CommitBatch | None:
    """What is to be stored next of commands that have begun; None where all have come to their ends."""
    waiting = [member for member in members if member.write is not None]
    return CommitBatch(*_apart(waiting)) if waiting else None


def _apart(waiting: Sequence[GroupedCommand[Any]]) -> tuple[list[GroupedCommand[Any]], list[GroupedCommand[Any]]]:
    """Those that are stored together next, and those that touch a stream of theirs. The rest would be too many records."""
    group: list[GroupedCommand[Any]] = []
    met: list[GroupedCommand[Any]] = []
    touched: set[str] = set()
    many = 0
    for member in waiting:
        streams, records = streams_of(member.write), len(member.write.records) if member.write else 0
        if streams & touched:
            met.append(member)
        elif not group or many + records <= MOST_RECORDS:
            group.append(member)
            touched |= streams
            many += records
    return group, met


def streams_of(write: Write | None) -> set[str]:
    """The streams to which this writes."""
    return {str(record.originator_id) for record in write.records} if write else set()


def _store(log: Log, writes: Sequence[Write], attempt: CommitAttempt | None = None) -> list[int | Exception]:
    try:
        return [*(log.append_after(attempt) if attempt else log.append_all(writes))]
    except Exception as error:
        if len(writes) == 1 or isinstance(error, Unavailable):
            return [error] * len(writes)
        return [came_of_it for write in writes for came_of_it in _store(log, [write])]
