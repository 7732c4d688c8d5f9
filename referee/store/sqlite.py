"""The recorder of a log in an SQLite file, which writes rows of other tables in the same transaction."""

import sqlite3
from collections.abc import Sequence
from threading import Lock
from time import monotonic, sleep
from typing import Any

from eventsourcing.persistence import StoredEvent
from eventsourcing.sqlite import (
    SQLiteApplicationRecorder,
    SQLiteConnection,
    SQLiteCursor,
    SQLiteDatastore,
    SQLiteTransaction,
)

from referee.store.rows import Beside

LOCK_SECONDS = 4
"""How long an append waits for another program that writes to the file. Then it says so: who waits is not kept any longer, and
neither are those whose requests wait behind it.
"""
LEAVE_SECONDS = 5.0
"""How long whoever still reads has to come to an end when the log is closed."""
LOOK_SECONDS = 0.005
"""How soon it is noticed that they have."""
MOST_PAGES = 4_000
"""Of the write-ahead log, before an append itself brings it into the file. What else writes to the file does so after 1,000, in a
thread, and no request waits for it.
"""

WAITS_FOR_THE_DISK = "PRAGMA synchronous = FULL"
"""A commit is on the disk before it is acknowledged. SQLite can be built to wait less where it is not told."""


class SQLiteRecorder(SQLiteApplicationRecorder):
    """The library's recorder, with rows beside the records.

    It writes on one connection of its own: another one each time would read again what the one before has written, and the
    library's remember one statement only.
    """

    def __init__(self, datastore: SQLiteDatastore, events_table_name: str = "stored_events") -> None:
        super().__init__(datastore, events_table_name)
        self._turn = Lock()
        self._writer: SQLiteConnection | None = None

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> Sequence[int] | None:
        with self._turn:
            if self._writer is None:
                self._writer = self._open()
            with SQLiteTransaction(self._writer, commit=True) as cursor:
                return self._insert_events(cursor, stored_events, **kwargs)

    def _open(self) -> SQLiteConnection:
        pool = self.datastore.pool
        connection = sqlite3.connect(
            pool.db_name,
            uri=True,
            check_same_thread=False,
            isolation_level=None,
            timeout=LOCK_SECONDS,
        )
        connection.execute(WAITS_FOR_THE_DISK)
        connection.execute(f"PRAGMA wal_autocheckpoint = {MOST_PAGES}")
        return SQLiteConnection(connection, max_age=None)

    def close(self) -> None:
        """Lets go of the connection on which it writes, and has the library let go of those on which nobody reads any more."""
        with self._turn:
            if self._writer is not None:
                self._writer.close()
                self._writer = None
        # The library closes a connection that a thread is reading on as well, and SQLite would go on in memory that is freed.
        given_up = monotonic() + LEAVE_SECONDS
        while self.datastore.pool.num_in_use and monotonic() < given_up:
            sleep(LOOK_SECONDS)

    def _insert_events(
        self, c: SQLiteCursor, stored_events: Sequence[StoredEvent], **kwargs: Any
    ) -> Sequence[int] | None:
        rows: Sequence[Beside] = kwargs["rows"]
        for row in rows:
            c.execute(row.sql(lambda _: "?"), tuple(row.values.values()))
        return super()._insert_events(c, stored_events)
