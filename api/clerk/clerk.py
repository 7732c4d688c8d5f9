"""The clerk as its worker has it: what requests do not wait for is done by another process, on another core.

Python computes on one core at a time. Where a hall plays, what follows the log would take up to a quarter of the time in which
requests are answered. A worker without a clerk, or whose clerk has ended, does the same by itself.
"""

import logging
import os
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from threading import Lock
from typing import Any, Final

from api.clerk.messages import (
    BatchAsked,
    BatchFailed,
    BatchTaken,
    ClerkReady,
    TurnGiven,
    TurnOver,
    TurnWanted,
    Work,
    as_raised,
    as_sent,
)
from api.clerk.process import keep
from projections.follower import Follower
from referee.evidence.tree import Tree
from referee.store.sqlite import WriteQueue, write_queue_of
from referee.store.timeouts.failures import is_contention

START_SECONDS: Final = 60.0
"""What a clerk has to open the database."""
BATCH_SECONDS: Final = 60.0
"""How long a batch may take between two words of the clerk: many times what the longest does."""
WRITE_SECONDS: Final = 15.0
"""How long a clerk may keep its turn at a file: far longer than any batch takes."""
LEAVE_SECONDS: Final = 2.0
_log = logging.getLogger("referee.api")


def cores() -> int:
    """On how many cores this process may run."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class _Ended(Exception):
    """The clerk's process is not there any more, or does not answer."""


class Clerk:
    """Takes batches of the log to the read models and the tree of one service, in a process of its own while that is open.

    Its calls wait for it: they belong into a thread, and come one after the other.
    """

    def __init__(self, database: str, follower: Follower, tree: Tree) -> None:
        self._database = database
        self._follower = follower
        self._tree = tree
        self._turns: WriteQueue | None = write_queue_of(follower.store)
        self._opening, self._talking = Lock(), Lock()
        self._is_closed = False
        self._process: BaseProcess | None = None
        self._pipe: Connection[Any, Any] | None = None

    @property
    def is_open(self) -> bool:
        """Whether there is a process of its own."""
        return self._pipe is not None

    def open(self) -> None:
        """Begins the process, and waits until it has opened the database: what it is for is done here meanwhile.

        Raises what kept it from that.
        """
        with self._opening:
            if self._pipe is not None or self._is_closed:
                return
            spawn = get_context("spawn")
            pipe, its = spawn.Pipe()
            # With the worker it ends in any case.
            process = spawn.Process(
                target=keep, args=(self._database, self._tree.origin, its), name="clerk", daemon=True
            )
            process.start()
            its.close()
            try:
                answer = self._answer(pipe, START_SECONDS)
                if isinstance(answer, BatchFailed):
                    raise as_raised(answer.error)
                assert isinstance(answer, ClerkReady)
            except BaseException:
                _end(process, pipe)
                raise
            with self._talking:
                if not self._is_closed:
                    self._process, self._pipe = process, pipe
                    return
            _end(process, pipe)

    def close(self) -> None:
        """Ends the process for good."""
        self._is_closed = True
        self.end()

    def end(self) -> None:
        """Ends the process, also in the middle of a batch: nothing of that is stored then."""
        if not self._talking.acquire(timeout=LEAVE_SECONDS):
            if process := self._process:
                process.kill()
            self._talking.acquire()
        try:
            self._let_go()
        finally:
            self._talking.release()

    def step(self, through: int) -> int:
        """Takes one batch at most to the read models, as `Follower.step` does. Raises what that raises."""
        taken = self._asked("read models", through)
        if taken is None:
            return self._follower.step(through)
        self._follower.has_rest = taken.has_rest
        self._follower.speed.saw(taken.position, through)
        return taken.position

    def grow(self) -> None:
        """Takes every record that the log holds by now to the tree. Raises what `Tree.catch_up` does."""
        head = self._tree.log.position()
        at = -1
        while at < head:
            taken = self._asked("tree", head)
            if taken is None:
                self._tree.catch_up()
                return
            at = taken.position

    def _asked(self, work: Work, through: int) -> BatchTaken | None:
        """What the process made of it; None where there is none, or it has ended."""
        with self._talking:
            if self._pipe is None:
                return None
            try:
                self._pipe.send(BatchAsked(work, through))
                answer = self._answer(self._pipe, BATCH_SECONDS)
            except (_Ended, OSError, EOFError):
                _log.warning("the clerk has ended; this worker does its work until there is another")
                self._let_go()
                return None
        if isinstance(answer, BatchFailed):
            raise as_raised(answer.error)
        assert isinstance(answer, BatchTaken)
        return answer

    def _answer(self, pipe: "Connection[Any, Any]", seconds: float) -> Any:
        """Its next answer. Meanwhile it is given its turns. Raises _Ended, EOFError, OSError."""
        while True:
            said = _said(pipe, seconds)
            if not isinstance(said, TurnWanted):
                return said
            self._give_turn(pipe)

    def _give_turn(self, pipe: "Connection[Any, Any]") -> None:
        """Lets it write when it is its turn, and until it says that it has."""
        assert self._turns is not None
        is_given = False
        try:
            with self._turns.hold():
                is_given = True
                pipe.send(TurnGiven())
                written: TurnOver = _said(pipe, WRITE_SECONDS)
                if written.locked is not None:
                    raise as_raised(written.locked)
        except Exception as error:
            if not is_contention(error):
                raise
            if not is_given:
                pipe.send(TurnGiven(as_sent(error)))

    def _let_go(self) -> None:
        process, pipe, self._process, self._pipe = self._process, self._pipe, None, None
        if process is not None and pipe is not None:
            _end(process, pipe)


def _end(process: BaseProcess, pipe: "Connection[Any, Any]") -> None:
    """A process ends where nobody is at the other end of its pipe any more; in any case."""
    pipe.close()
    process.join(LEAVE_SECONDS)
    if process.is_alive():
        process.kill()
        process.join(LEAVE_SECONDS)


def _said(pipe: "Connection[Any, Any]", seconds: float) -> Any:
    if not pipe.poll(seconds):
        raise _Ended
    return pipe.recv()
