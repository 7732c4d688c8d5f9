"""Turns of the writers of one SQLite file, in this process and in those that borrow its queue."""

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from weakref import WeakValueDictionary

from eventsourcing.persistence import OperationalError

from referee.log.timeouts.failures import driver_error, is_contention

LOCK_SECONDS = 4
"""Longest wait of a writer for another program that writes to the file. Then it fails, with the writers that wait behind it."""


@dataclass(slots=True, eq=False)
class _Waiter:
    """A queued waiter."""

    turn: Lock = field(default_factory=Lock)
    failure: BaseException | None = None
    """The error because of which the turn will not come; None if it comes."""


class WriteQueue:
    """Queue of the writers of a file: they write one after the other, in order of arrival.

    SQLite itself only polls its lock. While commits follow each other on a slow disk, a poll may never find it free.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._is_taken = False
        self._waiting = deque[_Waiter]()

    @property
    def waiting(self) -> int:
        """The number of queued writers."""
        return len(self._waiting)

    @contextmanager
    def hold(self) -> Iterator[None]:
        """Holds the file's write lock during the block.

        If another program keeps the file locked, this caller and all queued callers get OperationalError at once: each of them
        would wait as long again.
        """
        if (waiter := self._enqueue()) is not None:
            waiter.turn.acquire()
            if waiter.failure is not None:
                raise OperationalError(str(waiter.failure)) from waiter.failure
        try:
            yield
        except BaseException as error:
            self._leave(driver_error(error) if is_contention(error) else None)
            raise
        self._leave()

    def _enqueue(self) -> _Waiter | None:
        """Returns the waiter to wait on; None if the turn was free, and is now taken."""
        with self._lock:
            if not self._is_taken:
                self._is_taken = True
                return None
            waiter = _Waiter()
            waiter.turn.acquire()
            self._waiting.append(waiter)
            return waiter

    def _leave(self, failure: BaseException | None = None) -> None:
        with self._lock:
            if failure is None:
                if self._waiting:
                    self._waiting.popleft().turn.release()
                    return
            else:
                for waiter in self._waiting:
                    waiter.failure = failure
                    waiter.turn.release()
                self._waiting.clear()
            self._is_taken = False


_queues = WeakValueDictionary[Path, WriteQueue]()
_making = Lock()


def write_queue_at(path: str) -> WriteQueue:
    """Returns the write queue of this process for a file."""
    with _making:
        return _queues.setdefault(Path(path).resolve(), WriteQueue())


def borrow_write_queue(path: str, queue: WriteQueue) -> None:
    """Makes all writers of this process that are opened from here on use this queue for a file, that of another process."""
    with _making:
        _queues[Path(path).resolve()] = queue
