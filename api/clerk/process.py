"""What the clerk's process does: it takes batches of the log to the read models and the tree, as its worker asks for them."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import Any

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
from projections.follower import Follower
from referee.evidence.tree import Tree
from referee.people.register import engine
from referee.store.log import open_log
from referee.store.sqlite import WriteQueue, using_write_queue
from referee.store.timeouts.failures import is_contention


def keep(database: str, origin: str | None, worker: "Connection[Any, Any]") -> None:
    """Does what the worker at the other end of the pipe asks for, until nobody is there any more."""
    # A worker that is told to stop says when its clerk is to.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with using_write_queue(_LentTurns(worker)):
            works = _opened(database, origin, worker)
            while True:
                asked: BatchAsked = worker.recv()
                worker.send(_answer(works[asked.work], asked.through))
    except (EOFError, OSError):
        return


def _opened(
    database: str, origin: str | None, worker: "Connection[Any, Any]"
) -> dict[Work, Callable[[int], BatchTaken]]:
    try:
        log, store = open_log(database), engine(database)
        tree = Tree(log, store, origin)
        follower = Follower(log, store, feed=tree.feed)
    except Exception as error:
        worker.send(BatchFailed(as_sent(error)))
        raise EOFError from error
    worker.send(ClerkReady())
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
    """The turns of those in another process who write to the file that this one writes to."""

    def __init__(self, worker: "Connection[Any, Any]") -> None:
        super().__init__()
        self._worker = worker

    @contextmanager
    def hold(self) -> Iterator[None]:
        """The turn that the worker gives. Raises as turns within a process do."""
        self._worker.send(TurnWanted())
        given: TurnGiven = self._worker.recv()
        if given.locked is not None:
            raise as_raised(given.locked)
        try:
            yield
        except BaseException as error:
            self._worker.send(TurnOver(as_sent(error) if is_contention(error) else None))
            raise
        self._worker.send(TurnOver())
