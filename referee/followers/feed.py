"""The records of a log for its followers: read once and decoded once for all followers of a process."""

from bisect import bisect_right
from collections.abc import Sequence
from threading import Lock
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

if TYPE_CHECKING:
    from eventsourcing.persistence import Notification

    from referee.log.log import Log

MOST_KEPT = 4_000
"""Records that are kept for followers that have not taken them yet."""


class _FactName(Struct):
    fact: str = ""


class _StoredHead(Struct):
    recorded_at: str = ""
    hash: str | None = None
    facts: tuple[_FactName, ...] = ()


class RecordHead(Struct, frozen=True):
    """The part of an entry that tells a follower if the entry concerns it: its time, its hash, the names of its facts."""

    recorded_at: str
    hash: str | None
    facts: frozenset[str]


_head = msgspec.json.Decoder(_StoredHead)


def head_of(state: bytes) -> RecordHead:
    """The head of a stored entry; empty if the record holds another thing. Raises msgspec.DecodeError if it is not JSON."""
    stored_head = _head.decode(state)
    return RecordHead(stored_head.recorded_at, stored_head.hash, frozenset(fact.fact for fact in stored_head.facts))


class LogRecord:
    """A record of the log. Its fields have the names of the library's `Notification`; `id` is its position."""

    __slots__ = ("_head", "id", "originator_id", "originator_version", "state", "topic")

    def __init__(self, notification: "Notification") -> None:
        self.id = notification.id
        self.originator_id = str(notification.originator_id)
        self.originator_version = notification.originator_version
        self.topic = notification.topic
        self.state = notification.state
        self._head: RecordHead | None = None

    @property
    def head(self) -> RecordHead:
        """The head of the entry; empty if the record holds another thing. Raises msgspec.DecodeError if it is not JSON."""
        if self._head is None:
            self._head = head_of(self.state)
        return self._head


class Feed:
    """The records of one log, the last of them kept. Safe between threads."""

    def __init__(self, log: "Log", most: int = MOST_KEPT) -> None:
        self.log = log
        self._most = most
        self._lock = Lock()
        self._records: list[LogRecord] = []
        self._positions: list[int] = []
        self._after = self._last = 0
        """All stored records above the first position and up to the second are kept."""

    def after(self, position: int, limit: int, through: int) -> Sequence[LogRecord]:
        """The records above a position and up to another one, in order, `limit` at most."""
        with self._lock:
            # One run of records is kept. A follower outside it, such as a new one, begins another run.
            if not self._after <= position <= self._last:
                self._begin(position)
            records = self._from(position, through)
            if len(records) < limit and self._last < through:
                self._read(limit - len(records), through)
                records = self._from(position, through)
            self._forget()
            return records[:limit]

    def _begin(self, position: int) -> None:
        self._after = self._last = position
        self._records.clear()
        self._positions.clear()

    def _read(self, limit: int, through: int) -> None:
        records = [LogRecord(notification) for notification in self.log.follow(self._last, limit, through)]
        self._records += records
        self._positions += [record.id for record in records]
        self._last = self._positions[-1] if self._positions else self._after

    def _from(self, position: int, through: int) -> list[LogRecord]:
        return self._records[bisect_right(self._positions, position) : bisect_right(self._positions, through)]

    def _forget(self) -> None:
        """Drops the oldest records beyond the limit."""
        over = len(self._records) - self._most
        if over > 0:
            self._after = self._positions[over - 1]
            del self._records[:over], self._positions[:over]
