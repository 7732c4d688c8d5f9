"""The last position of a log in an SQLite file and the versions of its streams, cached while the file does not change.

On a connection that writes nothing, SQLite counts the commits of all other connections and processes. If the count is the same,
so is everything in the file; if it differs, only the records stored since are read.
"""

import sqlite3
from pathlib import Path
from threading import Lock
from typing import Any

from cachetools import LRUCache
from msgspec import Struct

MOST_STREAMS = 10_000
"""Size of the cache: streams with a cached version."""
MOST_NEW = 1_000
"""Records stored since the last look that are read one by one; if there are more, the cache is cleared."""


class ChangeCounter:
    """A connection that only detects writes to an SQLite file."""

    def __init__(self, path: str | Path) -> None:
        self._connection = sqlite3.connect(path, uri=True, check_same_thread=False, isolation_level=None)

    def count(self) -> int:
        """Returns a number that changes with every commit of another connection to the file. Raises sqlite3.Error."""
        return int(self.all("PRAGMA data_version")[0][0])

    def all(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """Returns all rows of an answer, so that no transaction stays open. Raises sqlite3.Error."""
        return self._connection.execute(query, values).fetchall()

    def close(self) -> None:
        """Closes the file."""
        self._connection.close()


class FileState(Struct, frozen=True):
    """The state of an SQLite file: `change` differs after any write to it; `position` is the last one of the log."""

    change: int
    position: int


class StreamHeads:
    """The last position of a log, and the last version of each of its streams. Safe between threads.

    An answer includes all records that were stored before the question.
    """

    def __init__(self, path: str | Path, table: str) -> None:
        self._changes = ChangeCounter(path)
        self._table = table
        self._lock = Lock()
        self._last_count: int | None = None
        self._position = 0
        """Position of the last record at that count."""
        self._look_count: int | None = None
        self._last: tuple[Any, ...] | None = None
        """The last record read: its position, stream and version."""
        self._versions: LRUCache[str, int] = LRUCache(MOST_STREAMS)

    def position(self) -> int:
        """Returns the position of the last record; 0 for an empty log. Raises sqlite3.Error."""
        with self._lock:
            self._count()
            return self._position

    def state(self) -> FileState:
        """Returns the change count of the file with the last position. Raises sqlite3.Error."""
        with self._lock:
            return FileState(self._count(), self._position)

    def number(self, query: str) -> int:
        """Returns the single number that a query gives. Raises sqlite3.Error."""
        with self._lock:
            return self._number(query)

    def version(self, stream: str) -> int:
        """Returns the last version of a stream; 0 for an unknown stream. Raises sqlite3.Error."""
        with self._lock:
            self._look()
            version = self._versions.get(stream)
            if version is None:
                version = self._read_version(stream)
                self._versions[stream] = version
            return version

    def close(self) -> None:
        """Closes the file, once no thread reads it any more."""
        with self._lock:
            self._changes.close()

    def _number(self, query: str) -> int:
        return int(self._changes.all(query)[0][0])

    def _count(self) -> int:
        """Returns the change count, and updates the position to that count or a later one."""
        count = self._changes.count()
        if count != self._last_count:
            self._position = self._number(f"SELECT coalesce(max(rowid), 0) FROM {self._table}")
            self._last_count = count
        return count

    def _look(self) -> None:
        """Updates the cached versions with the records stored since the last look."""
        count = self._changes.count()
        if count == self._look_count:
            return
        rows = self._changes.all(
            f"SELECT rowid, originator_id, originator_version FROM {self._table} WHERE rowid >= ? ORDER BY rowid LIMIT ?",
            int(self._last[0]) if self._last else 0,
            MOST_NEW,
        )
        # A log that was cut ends with another record, which makes the cached versions wrong.
        if len(rows) == MOST_NEW or (self._last and self._last not in rows[:1]):
            self._begin_again()
        else:
            for _, stream, version in rows:
                if stream in self._versions:
                    self._versions[stream] = version
            self._last = rows[-1] if rows else None
        self._look_count = count

    def _begin_again(self) -> None:
        self._versions.clear()
        last = self._changes.all(
            f"SELECT rowid, originator_id, originator_version FROM {self._table} ORDER BY rowid DESC LIMIT 1"
        )
        self._last = last[0] if last else None

    def _read_version(self, stream: str) -> int:
        [(version,)] = self._changes.all(
            f"SELECT max(originator_version) FROM {self._table} WHERE originator_id = ?", stream
        )
        return int(version or 0)
