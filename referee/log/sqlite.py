"""The recorder of a log in an SQLite file, which writes rows of other tables in the same transaction."""

import sqlite3
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from time import monotonic, sleep
from typing import Any
from uuid import UUID
from weakref import WeakValueDictionary

import sqlalchemy as sa
from eventsourcing import persistence
from eventsourcing.persistence import OperationalError, PersistenceError, StoredEvent
from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteDatastore

from referee.log.row_writes import RowWrite
from referee.log.timeouts.failures import driver_error, is_contention

LOCK_SECONDS = 4
"""Longest wait of an append for another program that writes to the file. Then it fails, with the requests that wait behind it."""
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
_borrowed: ContextVar[WriteQueue | None] = ContextVar("borrowed_queue", default=None)


def write_queue_at(path: str) -> WriteQueue:
    """Returns the write queue of this process for a file."""
    if queue := _borrowed.get():
        return queue
    with _making:
        return _queues.setdefault(Path(path).resolve(), WriteQueue())


@contextmanager
def using_write_queue(queue: WriteQueue) -> Iterator[None]:
    """Makes all writes in the block use this queue, that of another process which writes to the same file."""
    token = _borrowed.set(queue)
    try:
        yield
    finally:
        _borrowed.reset(token)


def write_queue_of(store: sa.Engine) -> WriteQueue | None:
    """Returns the write queue of the file of a store; None for a store on a server."""
    file = store.url.database if store.dialect.name == "sqlite" else None
    return write_queue_at(file) if file else None


@contextmanager
def write_turn(connection: sa.Connection) -> Iterator[None]:
    """Runs the block when it is its turn in the file's write queue; on a server at once.

    A caller in the queue already has its connection, so the holder of the turn never waits for one. Raises OperationalError like
    `WriteQueue.hold`.
    """
    queue = write_queue_of(connection.engine)
    with queue.hold() if queue else nullcontext():
        yield


class SQLiteRecorder(SQLiteApplicationRecorder):
    """The library's recorder, with rows beside the records.

    It writes on one connection of its own. With a new connection each time, SQLite would read its pages again, and connections of
    the library cache one statement only.
    """

    def __init__(self, datastore: SQLiteDatastore, events_table_name: str = "stored_events") -> None:
        super().__init__(datastore, events_table_name)
        self._select = (
            f"SELECT originator_id, originator_version, topic, state FROM {events_table_name} WHERE originator_id = ? "
            "AND originator_version > ? AND originator_version <= ? ORDER BY originator_version {order} LIMIT ?"
        )
        self._queue = write_queue_at(str(datastore.pool.db_name))
        self._writer: sqlite3.Connection | None = None
        self._writing = Lock()

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> Sequence[int] | None:
        rows: Sequence[RowWrite] = kwargs["rows"]
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
