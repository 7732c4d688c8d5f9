"""What a log in an SQLite file has come to, known without reading it again while nobody writes to the file.

SQLite counts, on a connection that writes nothing, the commits of all others, whichever process makes them. Where the count is
the same, so is everything in the file; where it is not, only what was stored since is looked at.
"""

import sqlite3
from pathlib import Path
from threading import Lock
from typing import Any

from cachetools import LRUCache
from msgspec import Struct

MOST_STREAMS = 10_000
"""Streams whose version is remembered at once."""
MOST_NEW = 1_000
"""Records stored since the last look that are taken one by one; after more, all versions are asked for again."""


class ChangeCounter:
    """A connection that only looks whether anybody wrote to an SQLite file."""

    def __init__(self, path: str | Path) -> None:
        self._connection = sqlite3.connect(path, uri=True, check_same_thread=False, isolation_level=None)

    def count(self) -> int:
        """Another number than before where anybody has written to the file. Raises sqlite3.Error."""
        return int(self.all("PRAGMA data_version")[0][0])

    def all(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """The rows of an answer: no transaction stays open behind them. Raises sqlite3.Error."""
        return self._connection.execute(query, values).fetchall()

    def close(self) -> None:
        """Lets go of the file."""
        self._connection.close()


class FileState(Struct, frozen=True):
    """What an SQLite file has come to: another `change` than before where anybody wrote to it, and the log's last position."""

    change: int
    position: int


class StreamHeads:
    """The position of a log, and the version at which each of its streams is. Safe between threads.

    Both are as they are when they are asked for: what was stored before is counted.
    """

    def __init__(self, path: str | Path, table: str) -> None:
        self._changes = ChangeCounter(path)
        self._table = table
        self._lock = Lock()
        self._counted: int | None = None
        self._position = 0
        """Of the last record, as it was at that count."""
        self._seen: int | None = None
        self._last: tuple[Any, ...] | None = None
        """The last record whose version is known: its position, stream and version."""
        self._versions: LRUCache[str, int] = LRUCache(MOST_STREAMS)

    def position(self) -> int:
        """The position of the last record; 0 for an empty log. Raises sqlite3.Error."""
        with self._lock:
            self._count()
            return self._position

    def state(self) -> FileState:
        """The position, and what tells whether anything in the file is another than it is now. Raises sqlite3.Error."""
        with self._lock:
            return FileState(self._count(), self._position)

    def number(self, query: str) -> int:
        """The one number that a query gives. Raises sqlite3.Error."""
        with self._lock:
            return self._number(query)

    def version(self, stream: str) -> int:
        """The last version of a stream; 0 for one that has none. Raises sqlite3.Error."""
        with self._lock:
            self._look()
            known = self._versions.get(stream)
            if known is None:
                known = self._asked(stream)
                self._versions[stream] = known
            return known

    def close(self) -> None:
        """Lets go of the file, once no thread looks into it any more."""
        with self._lock:
            self._changes.close()

    def _number(self, query: str) -> int:
        return int(self._changes.all(query)[0][0])

    def _count(self) -> int:
        """Which commit was the last; the position is that of this moment then, or of a later one."""
        counted = self._changes.count()
        if counted != self._counted:
            self._position = self._number(f"SELECT coalesce(max(rowid), 0) FROM {self._table}")
            self._counted = counted
        return counted

    def _look(self) -> None:
        """Takes in the versions of what was stored since the last look."""
        seen = self._changes.count()
        if seen == self._seen:
            return
        found = self._changes.all(
            f"SELECT rowid, originator_id, originator_version FROM {self._table} WHERE rowid >= ? ORDER BY rowid LIMIT ?",
            int(self._last[0]) if self._last else 0,
            MOST_NEW,
        )
        # A log that somebody has cut ends elsewhere, and what was known of it is not so any more.
        if len(found) == MOST_NEW or (self._last and self._last not in found[:1]):
            self._begin_again()
        else:
            for _, stream, version in found:
                if stream in self._versions:
                    self._versions[stream] = version
            self._last = found[-1] if found else None
        self._seen = seen

    def _begin_again(self) -> None:
        self._versions.clear()
        last = self._changes.all(
            f"SELECT rowid, originator_id, originator_version FROM {self._table} ORDER BY rowid DESC LIMIT 1"
        )
        self._last = last[0] if last else None

    def _asked(self, stream: str) -> int:
        [(version,)] = self._changes.all(
            f"SELECT max(originator_version) FROM {self._table} WHERE originator_id = ?", stream
        )
        return int(version or 0)
