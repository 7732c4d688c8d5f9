"""The projection process itself: takes batches of the log to the read models and the tree at the request of its worker."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import Any

from api.runtime.forking import leave_files
from api.runtime.gc_tuning import collect_seldom
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
from referee.log.address import is_postgres, sqlite_path
from referee.log.log import open_log
from referee.log.opening.engine import engine
from referee.log.sqlite.write_queue import WriteQueue, borrow_write_queue
from referee.log.timeouts.failures import is_contention


def keep(worker: "Connection[Any, Any]") -> None:
    """Serves the requests of the worker at the other end of the pipe, once it has named a database, until the pipe is closed."""
    # The terminal's interrupt is for the worker, which ends this process.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        assignment: Assignment = worker.recv()
        turns = _LentTurns(worker)
        if not is_postgres(assignment.database):
            borrow_write_queue(str(sqlite_path(assignment.database)), turns)
        works = _open_works(assignment.database, assignment.origin, worker)
        collect_seldom()
        while True:
            request: BatchAsked = worker.recv()
            worker.send(_answer(works[request.work], request.through))
    except (EOFError, OSError):
        return


def keep_as_fork(worker: "Connection[Any, Any]") -> None:
    """Does as `keep` in a fork of the worker, which has files of the worker open."""
    leave_files(but={worker.fileno()})
    keep(worker)


def _open_works(
    database: str, origin: str | None, worker: "Connection[Any, Any]"
) -> dict[Work, Callable[[int], BatchTaken]]:
    try:
        log, store = open_log(database), engine(database)
        tree = Tree(log, store, origin)
        follower = Follower(log, store, feed=tree.feed)
    except Exception as error:
        worker.send(BatchFailed(as_sent(error)))
        raise EOFError from error
    worker.send(ProcessReady())
    return {
        "read models": lambda through: BatchTaken(follower.step(through), follower.has_rest),
        "tree": lambda through: BatchTaken(tree.step(through)),
    }


def _answer(work: Callable[[int], BatchTaken], through: int) -> BatchTaken | BatchFailed:
    try:
        return work(through)
    except EOFError:
        raise
    except Exception as error:
        return BatchFailed(as_sent(error))


class _LentTurns(WriteQueue):
    """Turns at the file that the worker's process lends to this one."""

    def __init__(self, worker: "Connection[Any, Any]") -> None:
        super().__init__()
        self._worker = worker

    @contextmanager
    def hold(self) -> Iterator[None]:
        """Holds a turn of the worker. Raises the same errors as turns within a process."""
        self._worker.send(TurnWanted())
        reply: TurnGiven = self._worker.recv()
        if reply.lock is not None:
            raise as_raised(reply.lock)
        try:
            yield
        except BaseException as error:
            self._worker.send(TurnOver(as_sent(error) if is_contention(error) else None))
            raise
        self._worker.send(TurnOver())
