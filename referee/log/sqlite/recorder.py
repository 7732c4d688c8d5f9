"""The recorder of a log in an SQLite file, which writes rows of other tables in the same transaction."""

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Lock
from time import monotonic, sleep
from typing import Any
from uuid import UUID

from eventsourcing import persistence
from eventsourcing.persistence import IntegrityError, PersistenceError, StoredEvent
from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteDatastore

from referee.errors import Unavailable
from referee.log.queries import LogTable
from referee.log.records import Clash, Commit, PoolState, Write
from referee.log.row_writes import RowWrite
from referee.log.sqlite.backend import SQLITE
from referee.log.sqlite.changes import FileState, StreamHeads
from referee.log.sqlite.write_queue import LOCK_SECONDS, write_queue_at
from referee.log.timeouts.budget import MAIN
from referee.log.timeouts.failures import FAILURES, is_outage

LEAVE_SECONDS = 5.0
"""Time for reads to end when the log is closed."""
LOOK_SECONDS = 0.005
"""Pause between two looks at them."""
MOST_PAGES = 4_000
"""Pages of the write-ahead log before an append moves them into the file. Other writers do so after 1,000, in a thread, without a
request that waits.
"""

MOST_AT_ONCE = 64
"""Records in one statement."""
ONE_MORE = ", (?, ?, ?, ?)"
BEFORE_ALL, AFTER_ALL = -1, 2**63 - 1
"""Versions that no record has."""
NO_LIMIT = -1
WAITS_FOR_THE_DISK = "PRAGMA synchronous = FULL"
"""A commit is on the disk before it is acknowledged. The default of SQLite depends on how it was built."""


class SQLiteRecorder(SQLiteApplicationRecorder):
    """The library's recorder, with rows beside the records.

    It writes on one connection of its own. With a new connection each time, SQLite would read its pages again, and connections of
    the library cache one statement only.
    """

    backend = SQLITE
    address = None
    sender_id = ""
    health = MAIN

    def __init__(self, datastore: SQLiteDatastore, events_table_name: str = "stored_events") -> None:
        super().__init__(datastore, events_table_name)
        self._select = (
            f"SELECT originator_id, originator_version, topic, state FROM {events_table_name} WHERE originator_id = ? "
            "AND originator_version > ? AND originator_version <= ? ORDER BY originator_version {order} LIMIT ?"
        )
        self.table = LogTable(events_table_name, "rowid", "?", "json_each({})")
        self._queue = write_queue_at(str(datastore.pool.db_name))
        self._writer: sqlite3.Connection | None = None
        self._writing = Lock()
        self._heads = StreamHeads(str(datastore.pool.db_name), events_table_name)

    def pool_state(self) -> PoolState:
        """Returns the state of its pool of connections, which counts no waiting requests."""
        pool = self.datastore.pool
        return PoolState(pool.pool_size + pool.max_overflow, pool.num_in_use, None)

    def prepare(self, writes: Sequence[Write]) -> Commit:
        """Returns a commit of these writes as they are: its outcome is certain in a file."""
        return Commit(writes)

    def commit(self, commit: Commit, _clock: Callable[[], float]) -> Sequence[int]:
        """Tries once: SQLite itself waits for other programs. Raises Clash or Unavailable."""
        try:
            positions = self.insert_events(commit.records, commit=commit)
        except IntegrityError as error:
            raise Clash from error
        except FAILURES as error:
            if is_outage(error):
                raise Unavailable(stored="no") from error
            raise
        assert positions
        return positions

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> Sequence[int] | None:
        rows = kwargs["commit"].rows
        with self._queue.hold(), self._writing:
            try:
                if self._writer is None:
                    self._writer = self._open()
                if not rows and len(stored_events) <= MOST_AT_ONCE:
                    # One statement is a transaction of its own, and releases the interpreter lock only once.
                    return self._insert_at_once(self._writer, stored_events)
                return self._insert_all(self._writer, stored_events, rows)
            except sqlite3.Error as error:
                raise _library_error(error) from error

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[StoredEvent]:
        """Returns the records of a stream. The library's own method looks up each value of each row by name, which is slower."""
        query = self._select.format(order="DESC" if desc else "ASC")
        values = (
            str(originator_id),
            BEFORE_ALL if gt is None else gt,
            AFTER_ALL if lte is None else lte,
            NO_LIMIT if limit is None else limit,
        )
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute(query, values)
            return [StoredEvent(*row) for row in cursor.fetchall()]

    def rows(self, query: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        """Returns the rows of an answer."""
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute(query, values)
            return [tuple(row) for row in cursor.fetchall()]

    def position(self) -> int:
        """Returns the position of the last record; 0 for an empty log."""
        with suppress(sqlite3.Error):
            return self._heads.position()
        # If the file cannot be read, the library's query raises its own error.
        return self.max_notification_id() or 0

    def file_state(self) -> FileState | None:
        """Returns the state of the file; None if it cannot be read."""
        with suppress(sqlite3.Error):
            return self._heads.state()
        return None

    def number(self, query: str) -> int | None:
        """Returns the number that a query gives; None if the file cannot be read."""
        with suppress(sqlite3.Error):
            return self._heads.number(query)
        return None

    def ends_at(self, stream: str, version: int) -> bool:
        """True if a stream certainly ends at this version; False if it goes on or must be read."""
        with suppress(sqlite3.Error):
            return self._heads.version(stream) <= version
        return False

    def _open(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self.datastore.pool.db_name,
            uri=True,
            check_same_thread=False,
            isolation_level=None,
            timeout=LOCK_SECONDS,
        )
        connection.execute(WAITS_FOR_THE_DISK)
        connection.execute(f"PRAGMA wal_autocheckpoint = {MOST_PAGES}")
        # Some rows beside the records are personal data: what is deleted must be overwritten.
        connection.execute("PRAGMA secure_delete = ON")
        return connection

    def close(self) -> None:
        """Closes the connection for writes, and waits until the other connections are idle, so that the library can close them.

        The garbage collector calls it too, at any moment and in any thread, also in one that holds the file's write queue: it
        must not wait for that queue.
        """
        self._heads.close()
        with self._writing:
            if self._writer is not None:
                self._writer.close()
                self._writer = None
        # The library would close a connection in the middle of a read, and SQLite would use freed memory.
        deadline = monotonic() + LEAVE_SECONDS
        while self.datastore.pool.num_in_use and monotonic() < deadline:
            sleep(LOOK_SECONDS)

    def _insert_all(
        self, writer: sqlite3.Connection, stored_events: Sequence[StoredEvent], rows: Sequence[RowWrite]
    ) -> list[int]:
        """Stores records and rows in one transaction. Returns the positions of the records."""
        writer.execute("BEGIN")
        try:
            for row in rows:
                writer.execute(row.sql(lambda _: "?"), tuple(row.values.values()))
            positions = [self._insert(writer, record) for record in stored_events]
            writer.execute("COMMIT")
        except BaseException:
            # With a full disk SQLite has rolled back already; then this does nothing.
            writer.rollback()
            raise
        return positions

    def _insert_at_once(self, writer: sqlite3.Connection, records: Sequence[StoredEvent]) -> list[int]:
        """Stores records in one statement, all or none. Returns their positions, which are consecutive."""
        statement = self.insert_events_statement + ONE_MORE * (len(records) - 1)
        values = [value for r in records for value in (str(r.originator_id), r.originator_version, r.topic, r.state)]
        last = writer.execute(statement, values).lastrowid
        assert last is not None
        return [*range(last - len(records) + 1, last + 1)]

    def _insert(self, writer: sqlite3.Connection, record: StoredEvent) -> int:
        """Stores a record. Returns its position."""
        values = (str(record.originator_id), record.originator_version, record.topic, record.state)
        position = writer.execute(self.insert_events_statement, values).lastrowid
        assert position is not None
        return position


def _library_error(error: sqlite3.Error) -> PersistenceError:
    """Returns the library's error of the same name as an error of SQLite."""
    kind: type[PersistenceError] = getattr(persistence, type(error).__name__, PersistenceError)
    return kind(error)


def file_environment(path: Path) -> dict[str, str]:
    """Returns the settings with which the eventsourcing library opens this file."""
    return {
        "PERSISTENCE_MODULE": "eventsourcing.sqlite",
        "SQLITE_DBNAME": str(path),
        "SQLITE_LOCK_TIMEOUT": str(LOCK_SECONDS),
        "APPLICATION_RECORDER_TOPIC": f"{SQLiteRecorder.__module__}:{SQLiteRecorder.__qualname__}",
        "ORIGINATOR_ID_TYPE": "text",
    }
