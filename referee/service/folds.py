"""What was folded from the log and is kept in memory: bounded, the least recently used first out."""

from collections.abc import Callable, Sequence
from threading import Lock
from typing import Generic, Protocol, TypeVar

from cachetools import LRUCache

from referee.store.log import Log, Record
from referee.store.rehearsal import is_rehearsal


class Versioned(Protocol):
    """Something folded from a log: whose it is, and as of which version."""

    @property
    def id(self) -> str: ...
    @property
    def version(self) -> int: ...


V = TypeVar("V", bound=Versioned)


class RecentFolds(Generic[V]):
    """The `most` folds used last, by id. An older version never takes the place of a newer. Safe between threads.

    The cache moves what is read, so reading takes the lock as well: about 1 µs, beside a read of the log that takes tens of them.
    """

    def __init__(self, most: int) -> None:
        self._folds: LRUCache[str, V] = LRUCache(most)
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._folds)

    def get(self, id_: str) -> V | None:
        """The fold of this id as it was kept last; None where it is not in memory."""
        with self._lock:
            return self._folds.get(id_)

    def now(self, id_: str, log: Log, follow: Callable[[V | None, Sequence[Record]], V]) -> V:
        """The fold of this id as it is now: what is kept, and what `follow` makes of it with what the log has since."""
        kept = self.get(id_)
        if kept is not None and log.is_at(id_, kept.version):
            return kept
        fold = follow(kept, log.read(id_, after=kept.version if kept else 0))
        self.keep(fold)
        return fold

    def keep(self, fold: V) -> None:
        """Keeps a fold, unless a newer one is kept already, or it has what a rehearsal only tried."""
        if is_rehearsal():
            return
        with self._lock:
            known = self._folds.get(fold.id)
            if known is None or known.version <= fold.version:
                self._folds[fold.id] = fold
