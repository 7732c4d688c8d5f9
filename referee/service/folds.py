"""What was folded from the log and is kept in memory: bounded, the least recently used first out."""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from threading import Lock
from time import monotonic
from typing import Generic, Protocol, TypeVar

from msgspec import Struct

from referee.store.dry_run import is_dry_run
from referee.store.log import Log, Record


class Versioned(Protocol):
    """Something folded from a log: whose it is, and as of which version."""

    @property
    def id(self) -> str: ...
    @property
    def version(self) -> int: ...


V = TypeVar("V", bound=Versioned)


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
        """The fold of this id as it was kept last; None where it is not in memory."""
        kept = self.kept(id_)
        return None if kept is None else kept.fold

    def kept(self, id_: str) -> KeptFold[V] | None:
        """The same, with what it stands for."""
        with self._lock:
            found = self._folds.get(id_)
            if found is not None:
                self._folds.move_to_end(id_)
            return found

    def now(self, id_: str, log: Log, follow: Callable[[V | None, Sequence[Record]], V]) -> V:
        """The fold of this id as it is now: what is kept, and what `follow` makes of it with what the log has since."""
        kept = self.get(id_)
        if kept is not None and log.is_at(id_, kept.version):
            return kept
        # What is read afterwards has all that is known now.
        position, at = log.known_position, monotonic()
        fold = follow(kept, log.read(id_, after=kept.version if kept else 0))
        self.keep(fold, position, at)
        return fold

    def keep(self, fold: V, position: int = 0, at: float | None = None) -> None:
        """Keeps a fold, unless a newer one is kept already, or it has what a rehearsal only tried.

        It has all of its stream up to this position of the log, and was as new as the log then: now, unless said.
        """
        if is_dry_run():
            return
        at = monotonic() if at is None else at
        with self._lock:
            known = self._folds.get(fold.id)
            if known is None:
                self._folds[fold.id] = KeptFold(fold, position, at)
                if len(self._folds) > self._most:
                    self._folds.popitem(last=False)
            elif known.fold.version <= fold.version:
                self._folds[fold.id] = KeptFold(fold, max(position, known.position), max(at, known.at))
                self._folds.move_to_end(fold.id)
