"""A bounded cache of folds of the log: the least recently used one is dropped first."""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from threading import Lock
from time import monotonic
from typing import Generic, Protocol, TypeVar

from msgspec import Struct

from referee.log.log import Log
from referee.log.records import Record


class VersionedFold(Protocol):
    """A fold of a stream: the stream's id, and the version of its last entry."""

    @property
    def id(self) -> str: ...
    @property
    def version(self) -> int: ...


V = TypeVar("V", bound=VersionedFold)


class KeptFold(Struct, Generic[V], frozen=True):
    """A fold in memory; a position of the log for which it stands, 0 where none is known; the second of `monotonic` at which it
    was last known to be as new as the log.
    """

    fold: V
    position: int
    at: float


class RecentFolds(Generic[V]):
    """The `most` folds used last, by id. An older version never takes the place of a newer. Safe between threads.

    Every request looks here several times. What is read is moved, so reading takes the lock as well.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._folds: OrderedDict[str, KeptFold[V]] = OrderedDict()
        """The one used last is the last."""
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._folds)

    def get(self, id_: str) -> V | None:
        """Returns the cached fold of this id; None if it is not in memory."""
        entry = self.cached_fold(id_)
        return None if entry is None else entry.fold

    def cached_fold(self, id_: str) -> KeptFold[V] | None:
        """Returns the cached fold with its position and time; None if it is not in memory."""
        with self._lock:
            entry = self._folds.get(id_)
            if entry is not None:
                self._folds.move_to_end(id_)
            return entry

    def now(self, id_: str, log: Log, follow: Callable[[V | None, Sequence[Record]], V]) -> V:
        """Returns the current fold of this id: the cached one, brought up to date by `follow` with the log's newer records."""
        last = self.get(id_)
        if last is not None and log.is_at(id_, last.version):
            return last
        # A read after this line includes all known positions.
        position, at = log.known_position, monotonic()
        fold = follow(last, log.read(id_, after=last.version if last else 0))
        self.keep(fold, position, at)
        return fold

    def keep(self, fold: V, position: int = 0, at: float | None = None) -> None:
        """Keeps a fold, unless a newer one is kept already.

        It has all of its stream up to this position of the log, and was as new as the log then: now, unless said.
        """
        at = monotonic() if at is None else at
        with self._lock:
            entry = self._folds.get(fold.id)
            if entry is None:
                self._folds[fold.id] = KeptFold(fold, position, at)
                if len(self._folds) > self._most:
                    self._folds.popitem(last=False)
            elif entry.fold.version <= fold.version:
                self._folds[fold.id] = KeptFold(fold, max(position, entry.position), max(at, entry.at))
                self._folds.move_to_end(fold.id)


class FoldsOverlay(RecentFolds[V]):
    """The folds of another cache, to which nothing is added: those of entries that are not stored are dropped."""

    def __init__(self, folds: RecentFolds[V]) -> None:
        self._base = folds

    def __len__(self) -> int:
        return len(self._base)

    def cached_fold(self, id_: str) -> KeptFold[V] | None:
        """Returns the fold of the other cache with its position and time; None if it is not in memory."""
        return self._base.cached_fold(id_)

    def keep(self, fold: V, position: int = 0, at: float | None = None) -> None:
        """Does nothing."""
