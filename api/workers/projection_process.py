"""The worker's side of the projection process, which does the work for which no request waits on another core.

Python computes on one core at a time. In a hall, following the log would take up to a quarter of the time of requests. A worker
without such a process does the work itself.
"""

import logging
import os
from contextlib import suppress
from multiprocessing import Pipe, get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from threading import Lock
from typing import Any, Final, NamedTuple

from api.runtime import forking
from api.settings import CLERK
from api.workers.projection_child import keep, keep_as_fork
from api.workers.projection_messages import (
    Assignment,
    BatchAsked,
    BatchFailed,
    BatchTaken,
    ProcessReady,
    TurnGiven,
    TurnOver,
    TurnWanted,
    Work,
    as_raised,
    as_sent,
)
from projections.follower import Follower
from referee.evidence.tree import Tree
from referee.log.backend import backend_of
from referee.log.sqlite.write_queue import WriteQueue
from referee.log.timeouts.failures import is_contention

START_SECONDS: Final = 60.0
"""Seconds that the process has to open the database."""
BATCH_SECONDS: Final = 60.0
"""Seconds that a batch may take between two messages of the process: many times the longest one."""
WRITE_SECONDS: Final = 15.0
"""Seconds that the process may hold its turn at a file: far more than any batch needs."""
LEAVE_SECONDS: Final = 2.0
NAME: Final = "clerk"
_log = logging.getLogger("referee.api")


def cores() -> int:
    """The number of cores on which this process may run."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class _Began(NamedTuple):
    """A process that has begun, and the worker's end of the pipe to it."""

    process: BaseProcess
    pipe: "Connection[Any, Any]"


_ahead: list[_Began] = []
"""The fork of this worker that waits for its use, if there is one."""


def fork_ahead() -> None:
    """Forks the process from this worker, to wait until it is needed; does nothing where there will be none, or no fork.

    Call it before the worker loads what the process does without: the memory of what is loaded now is shared by both.
    """
    if wants_process() and forking.can_fork():
        pipe, child_pipe = Pipe()
        try:
            _ahead.append(_Began(forking.fork(keep_as_fork, child_pipe, name=NAME, daemon=True), pipe))
        except OSError as error:
            # A machine that has no room for another process: the worker begins without, and tries again once it needs one.
            _log.warning("the clerk could not begin: %s", error)
            pipe.close()
        child_pipe.close()


def drop_fork() -> None:
    """Ends the fork that waits, if there is one."""
    if (fork := _take_fork()) is not None:
        _end(*fork)


def _take_fork() -> _Began | None:
    with suppress(IndexError):
        return _ahead.pop()
    return None


def wants_process() -> bool:
    """True if a service on this machine has the process, by its settings and its cores."""
    return os.environ.get(CLERK) != "0" and cores() > 1


def _spawn() -> _Began:
    spawn = get_context("spawn")
    pipe, child_pipe = spawn.Pipe()
    # A daemon: it ends with the worker in any case.
    process = spawn.Process(target=keep, args=(child_pipe,), name=NAME, daemon=True)
    process.start()
    child_pipe.close()
    return _Began(process, pipe)


class _ProcessEnded(Exception):
    """Raised if the process has ended, or does not answer."""


class ProjectionProcess:
    """Takes batches of the log to the read models and the tree of one service, in a separate process while that is open.

    Its methods block: call them in a thread, one after the other.
    """

    def __init__(self, database: str, follower: Follower, tree: Tree) -> None:
        self._database = database
        self._follower = follower
        self._tree = tree
        self._turns: WriteQueue | None = backend_of(follower.store).write_queue(follower.store)
        self._opening, self._talking = Lock(), Lock()
        self._is_closed = False
        self._process: BaseProcess | None = None
        self._pipe: Connection[Any, Any] | None = None

    @property
    def is_open(self) -> bool:
        """True if the process is running, and has opened the database."""
        return self._pipe is not None

    @property
    def exists(self) -> bool:
        """True if the process is running, or waits as a fork."""
        return self.is_open or bool(_ahead)

    def open(self) -> None:
        """Starts the process, and waits until it has opened the database; meanwhile the worker does its work.

        Raises the error of a failed start.
        """
        with self._opening:
            if self._pipe is not None or self._is_closed:
                return
            process, pipe = self._begin()
            try:
                answer = self._answer(pipe, START_SECONDS)
                if isinstance(answer, BatchFailed):
                    raise as_raised(answer.error)
                assert isinstance(answer, ProcessReady)
            except BaseException:
                _end(process, pipe)
                raise
            with self._talking:
                if not self._is_closed:
                    self._process, self._pipe = process, pipe
                    return
            _end(process, pipe)

    def _begin(self) -> _Began:
        """Starts the process, or takes the fork that waits, and names the database to it."""
        assignment = Assignment(self._database, self._tree.origin)
        if (fork := _take_fork()) is not None:
            try:
                fork.pipe.send(assignment)
            except OSError:
                _end(*fork)
            else:
                return fork
        new = _spawn()
        new.pipe.send(assignment)
        return new

    def close(self) -> None:
        """Ends the process and starts no other."""
        self._is_closed = True
        self.end()

    def end(self) -> None:
        """Ends the process, even in the middle of a batch: then nothing of the batch is stored. Ends a fork that waits, too."""
        drop_fork()
        if not self._talking.acquire(timeout=LEAVE_SECONDS):
            if process := self._process:
                process.kill()
            self._talking.acquire()
        try:
            self._let_go()
        finally:
            self._talking.release()

    def step(self, through: int) -> int:
        """Takes at most one batch to the read models, like `Follower.step`. Raises the same errors."""
        batch = self._request("read models", through)
        if batch is None:
            return self._follower.step(through)
        self._follower.has_rest = batch.has_rest
        self._follower.speed.saw(batch.position, through)
        return batch.position

    def grow(self) -> None:
        """Takes all present records of the log to the tree. Raises the errors of `Tree.catch_up`."""
        head = self._tree.log.position()
        at = -1
        while at < head:
            batch = self._request("tree", head)
            if batch is None:
                self._tree.catch_up()
                return
            at = batch.position

    def _request(self, work: Work, through: int) -> BatchTaken | None:
        """Asks the process for a batch; None if it is not running, or has ended."""
        with self._talking:
            if self._pipe is None:
                return None
            try:
                self._pipe.send(BatchAsked(work, through))
                answer = self._answer(self._pipe, BATCH_SECONDS)
            except (_ProcessEnded, OSError, EOFError):
                _log.warning("the clerk has ended; this worker does its work until there is another")
                self._let_go()
                return None
        if isinstance(answer, BatchFailed):
            raise as_raised(answer.error)
        assert isinstance(answer, BatchTaken)
        return answer

    def _answer(self, pipe: "Connection[Any, Any]", seconds: float) -> Any:
        """The next answer of the process, which gets its turns meanwhile. Raises _ProcessEnded, EOFError, OSError."""
        while True:
            message = _receive(pipe, seconds)
            if not isinstance(message, TurnWanted):
                return message
            self._give_turn(pipe)

    def _give_turn(self, pipe: "Connection[Any, Any]") -> None:
        """Waits for a turn at the file, and lends it to the process until that has written."""
        assert self._turns is not None
        is_given = False
        try:
            with self._turns.hold():
                is_given = True
                pipe.send(TurnGiven())
                end: TurnOver = _receive(pipe, WRITE_SECONDS)
                if end.lock is not None:
                    raise as_raised(end.lock)
        except Exception as error:
            if not is_contention(error):
                raise
            if not is_given:
                pipe.send(TurnGiven(as_sent(error)))

    def _let_go(self) -> None:
        pipe, self._pipe = self._pipe, None
        if self._process is not None and pipe is not None:
            _end(self._process, pipe)
        self._process = None


def _end(process: BaseProcess, pipe: "Connection[Any, Any]") -> None:
    """Ends a process: it stops when its pipe is closed, and is killed if it does not."""
    pipe.close()
    if not forking.ends_within(process, LEAVE_SECONDS):
        process.kill()
        forking.ends_within(process, LEAVE_SECONDS)


def _receive(pipe: "Connection[Any, Any]", seconds: float) -> Any:
    if not pipe.poll(seconds):
        raise _ProcessEnded
    return pipe.recv()
