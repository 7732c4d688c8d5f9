"""The records of a log as its followers take them: read once, and decoded once, for all followers of a process."""

from bisect import bisect_right
from collections.abc import Sequence
from threading import Lock

import msgspec
from eventsourcing.persistence import Notification
from msgspec import Struct

from referee.store.log import Log

MOST_KEPT = 4_000
"""Records that are kept for whoever has not taken them yet."""


class _FactName(Struct):
    fact: str = ""


class _StoredHead(Struct):
    recorded_at: str = ""
    hash: str | None = None
    facts: tuple[_FactName, ...] = ()


class RecordHead(Struct, frozen=True):
    """What followers ask of an entry before they know whether it concerns them: when, its hash, and the names of its facts."""

    recorded_at: str
    hash: str | None
    facts: frozenset[str]


_head = msgspec.json.Decoder(_StoredHead)


def head_of(state: bytes) -> RecordHead:
    """The head of a stored entry; empty where the record holds another thing. Raises msgspec.DecodeError where it is no JSON."""
    read = _head.decode(state)
    return RecordHead(read.recorded_at, read.hash, frozenset(fact.fact for fact in read.facts))


class LogRecord:
    """A record of the log, with the names that the library gives to what it holds; `id` is its position."""

    __slots__ = ("_head", "id", "originator_id", "originator_version", "state", "topic")

    def __init__(self, stored: Notification) -> None:
        self.id = stored.id
        self.originator_id = str(stored.originator_id)
        self.originator_version = stored.originator_version
        self.topic = stored.topic
        self.state = stored.state
        self._head: RecordHead | None = None

    @property
    def head(self) -> RecordHead:
        """The head of the entry; empty where the record holds another thing. Raises msgspec.DecodeError where it is no JSON."""
        if self._head is None:
            self._head = head_of(self.state)
        return self._head


class Feed:
    """The records of one log, the last of them kept. Safe between threads."""

    def __init__(self, log: Log, most: int = MOST_KEPT) -> None:
        self.log = log
        self._most = most
        self._lock = Lock()
        self._kept: list[LogRecord] = []
        self._positions: list[int] = []
        self._after = self._last = 0
        """Of what is stored above the first position, up to the second, all is kept."""

    def after(self, position: int, limit: int, upto: int) -> Sequence[LogRecord]:
        """The records above a position, up to another one, in order."""
        with self._lock:
            if not self._after <= position <= self._last:
                self._begin(position)
            found = self._from(position, upto)
            if len(found) < limit and self._last < upto:
                self._read(limit - len(found), upto)
                found = self._from(position, upto)
            self._forget()
            return found[:limit]

    def _begin(self, position: int) -> None:
        self._after = self._last = position
        self._kept.clear()
        self._positions.clear()

    def _read(self, limit: int, upto: int) -> None:
        fresh = [LogRecord(stored) for stored in self.log.follow(self._last, limit, upto)]
        self._kept += fresh
        self._positions += [record.id for record in fresh]
        self._last = self._positions[-1] if self._positions else self._after

    def _from(self, position: int, upto: int) -> list[LogRecord]:
        return self._kept[bisect_right(self._positions, position) : bisect_right(self._positions, upto)]

    def _forget(self) -> None:
        """Lets go of the oldest, where more are kept than there is room for."""
        over = len(self._kept) - self._most
        if over > 0:
            self._after = self._positions[over - 1]
            del self._kept[:over], self._positions[:over]
